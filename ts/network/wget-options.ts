/** wget's command line, as 1.21 has it. */

interface Option {
  long: string
  takesValue: boolean
  refused: boolean
}

/** A command line that can't be read. */
export class WgetUsage extends Error {}

export interface WgetLine {
  flags: Set<string>
  values: Map<string, string>
  headers: string[]
  urls: string[]
}

// `long`, `long:short`; a short form of two letters starts with n.
const FLAGS = `version:V help:h quiet:q verbose:v no-verbose:nv retry-connrefused no-clobber:nc continue:c timestamping:N
  server-response:S spider content-on-error auth-no-challenge no-cookies keep-session-cookies save-headers
  content-disposition trust-server-names no-use-server-timestamps no-if-modified-since no-directories:nd
  no-host-directories:nH`
const VALUES = `output-file:o append-output:a input-file:i tries:t output-document:O timeout:T read-timeout connect-timeout
  dns-timeout user password http-user http-password directory-prefix:P header max-redirect referer user-agent:U
  load-cookies save-cookies post-data post-file method body-data body-file default-page start-pos retry-on-http-error
  waitretry`
/** What asks for nothing that could be seen here. */
const TAKEN_FLAGS = `no-config no-netrc show-progress no-proxy no-dns-cache ignore-case inet4-only:4 inet6-only:6 no-iri
  unlink no-cache no-http-keep-alive https-only no-check-certificate no-hsts no-glob no-passive-ftp random-wait`
const TAKEN_VALUES = `progress limit-rate prefer-family report-speed wait:w compression restrict-file-names`
const REFUSED_FLAGS = `background:b debug:d force-html:F force-directories:x protocol-directories adjust-extension:E
  ignore-length recursive:r delete-after convert-links:k convert-file-only backup-converted:K mirror:m page-requisites:p
  strict-comments follow-ftp span-hosts:H relative:L no-parent:np xattr ask-password preserve-permissions
  retr-symlinks ftps-implicit ftps-resume-ssl ftps-clear-data-connection ftps-fallback-to-ftp warc-cdx`
const REFUSED_VALUES = `execute:e base:B config rejected-log quota:Q bind-address use-askpass local-encoding remote-encoding
  cut-dirs proxy-user proxy-password secure-protocol certificate certificate-type private-key private-key-type
  ca-certificate ca-directory crl-file pinnedpubkey ciphers hsts-file ftp-user ftp-password warc-file warc-header
  warc-max-size warc-dedup warc-tempdir level:l backups accept:A reject:R accept-regex reject-regex regex-type
  domains:D exclude-domains follow-tags ignore-tags include-directories:I exclude-directories:X`

const byLong = new Map<string, Option>()
const byShort = new Map<string, Option>()
for (const [entries, takesValue, refused] of [
  [FLAGS, false, false],
  [VALUES, true, false],
  [TAKEN_FLAGS, false, false],
  [TAKEN_VALUES, true, false],
  [REFUSED_FLAGS, false, true],
  [REFUSED_VALUES, true, true],
] as const) {
  for (const entry of entries.split(/\s+/)) {
    const [long = '', short] = entry.split(':')
    const option = { long, takesValue, refused }
    byLong.set(long, option)
    if (short !== undefined) byShort.set(short, option)
  }
}

export const WGET_HELP = `GNU Wget 1.21.3, a non-interactive network retriever.
Usage: wget [OPTION]... [URL]...

  -q,  --quiet                     quiet (no output)
  -nv, --no-verbose                turn off verboseness, without being quiet
  -i,  --input-file=FILE           download URLs found in FILE
  -o,  --output-file=FILE          log messages to FILE
  -a,  --append-output=FILE        append messages to FILE
  -t,  --tries=NUMBER              set number of retries to NUMBER (0 unlimits)
  -O,  --output-document=FILE      write documents to FILE
  -nc, --no-clobber                skip downloads that would download to
                                     existing files (overwriting them)
  -c,  --continue                  resume getting a partially-downloaded file
  -N,  --timestamping              don't re-retrieve files unless newer than
                                     local
  -S,  --server-response           print server response
       --spider                    don't download anything
  -T,  --timeout=SECONDS           set all timeout values to SECONDS
       --user=USER                 set http user to USER
       --password=PASS             set http password to PASS
  -P,  --directory-prefix=PREFIX   save files to PREFIX/..
       --header=STRING             insert STRING among the headers
       --max-redirect              maximum redirections allowed per page
       --referer=URL               include 'Referer: URL' header in HTTP request
       --save-headers              save the HTTP headers to file
  -U,  --user-agent=AGENT          identify as AGENT instead of Wget/VERSION
       --load-cookies=FILE         load cookies from FILE before session
       --save-cookies=FILE         save cookies to FILE after session
       --keep-session-cookies      load and save session (non-permanent) cookies
       --post-data=STRING          use the POST method; send STRING as the data
       --post-file=FILE            use the POST method; send contents of FILE
       --method=HTTPMethod         use method "HTTPMethod" in the request
       --body-data=STRING          send STRING as data. --method MUST be set
       --body-file=FILE            send contents of FILE. --method MUST be set
       --content-disposition       honor the Content-Disposition header when
                                     choosing local file names
       --content-on-error          output the received content on server errors
       --auth-no-challenge         send Basic HTTP authentication information
                                     without first waiting for the server's
                                     challenge
`

export const WGET_VERSION = 'GNU Wget 1.21.3 (mem-sandbox)\n'

/** Reads the arguments. Operands may stand between options. */
export function readWgetLine(args: readonly string[]): WgetLine {
  const line: WgetLine = { flags: new Set(), values: new Map(), headers: [], urls: [] }
  const put = (option: Option, shown: string, value?: string) => {
    if (option.refused) throw new WgetUsage(`option '${shown}' is not available in this sandbox`)
    if (option.long === 'header') line.headers.push(value!)
    else if (value === undefined) line.flags.add(option.long)
    else line.values.set(option.long, value)
  }
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at]!
    if (arg === '--') {
      line.urls.push(...args.slice(at + 1))
      break
    }
    if (!arg.startsWith('-') || arg === '-') line.urls.push(arg)
    else if (arg.startsWith('--')) at += readLong(arg, args[at + 1], put)
    else at += readLetters(arg, args[at + 1], put)
  }
  return line
}

type Put = (option: Option, shown: string, value?: string) => void

function readLong(arg: string, next: string | undefined, put: Put): 0 | 1 {
  const equals = arg.indexOf('=')
  const name = arg.slice(2, equals < 0 ? undefined : equals)
  const beginning = [...byLong.values()].filter((option) => option.long.startsWith(name))
  const option = byLong.get(name) ?? (beginning.length === 1 ? beginning[0] : undefined)
  if (option === undefined) {
    if (beginning.length === 0) throw new WgetUsage(`unrecognized option '--${name}'`)
    const possible = beginning.map((one) => `'--${one.long}'`).join(' ')
    throw new WgetUsage(`option '--${name}' is ambiguous; possibilities: ${possible}`)
  }
  if (!option.takesValue) {
    if (equals < 0 || !/^(?:no|off|0)$/i.test(arg.slice(equals + 1))) put(option, `--${option.long}`)
    return 0
  }
  if (equals >= 0) {
    put(option, `--${option.long}`, arg.slice(equals + 1))
    return 0
  }
  if (next === undefined) throw new WgetUsage(`option '--${option.long}' requires an argument`)
  put(option, `--${option.long}`, next)
  return 1
}

function readLetters(arg: string, next: string | undefined, put: Put): 0 | 1 {
  for (let at = 1; at < arg.length; at += 1) {
    const letter = arg[at] === 'n' ? arg.slice(at, (at += 1) + 1) : arg[at]!
    const option = byShort.get(letter)
    if (option === undefined) throw new WgetUsage(`invalid option -- '${letter}'`)
    if (!option.takesValue) {
      put(option, `-${letter}`)
      continue
    }
    const rest = arg.slice(at + 1)
    if (rest === '' && next === undefined) throw new WgetUsage(`option requires an argument -- '${letter}'`)
    put(option, `-${letter}`, rest === '' ? next! : rest)
    return rest === '' ? 1 : 0
  }
  return 0
}
