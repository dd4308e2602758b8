/**
 * curl's options, as 7.88 has them: those that work, those that change nothing here and are taken, and those that would
 * promise what a sandbox can't keep and are refused by name.
 *
 * Each entry is `long` or `long:short`.
 */

/** What becomes of an option. */
export type Role = 'own' | 'taken' | 'refused'

export interface Option {
  long: string
  takesValue: boolean
  role: Role
}

const OWN_FLAGS = `compressed create-dirs disable:q fail:f fail-early fail-with-body get:G globoff:g head:I include:i
  junk-session-cookies:j location:L location-trusted next:: no-clobber parallel:Z path-as-is post301 post302 post303
  progress-bar:# remote-header-name:J remote-name:O remote-name-all remote-time:R remove-on-error retry-all-errors
  retry-connrefused show-error:S silent:s verbose:v version:V basic netrc:n netrc-optional`

const OWN_VALUES = `config:K connect-timeout continue-at:C cookie:b cookie-jar:c data:d data-ascii data-binary data-raw
  data-urlencode dump-header:D etag-compare etag-save form:F form-string header:H json max-filesize max-redirs max-time:m
  netrc-file oauth2-bearer output:o output-dir proto proto-default proto-redir range:r referer:e request:X retry
  retry-delay retry-max-time stderr time-cond:z upload-file:T url url-query user:u user-agent:A write-out:w`

/** Connections, their speed and their encryption are the host's: these ask for what it does anyhow, or for less. */
const TAKEN_FLAGS = `http1.0:0 http1.1 http2 http2-prior-knowledge insecure:k ipv4:4 ipv6:6 no-alpn no-buffer:N
  no-keepalive no-npn no-progress-meter no-sessionid raw tcp-fastopen tcp-nodelay ssl ssl-reqd styled-output tlsv1:1
  tlsv1.0 tlsv1.1 tlsv1.2 tr-encoding form-escape parallel-immediate suppress-connect-headers compressed-ssh
  proxy-insecure ssl-no-revoke ssl-revoke-best-effort ftp-pasv`
const TAKEN_VALUES = `expect100-timeout happy-eyeballs-timeout-ms keepalive-time limit-rate noproxy parallel-max`

const REFUSED_FLAGS = `anyauth append:a cert-status crlf digest disable-eprt disable-epsv disallow-username-in-url
  doh-cert-status doh-insecure false-start ftp-create-dirs ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-control
  haproxy-protocol http0.9 http3 http3-only ignore-content-length list-only:l mail-rcpt-allowfails manual:M metalink
  negotiate ntlm ntlm-wb proxy-anyauth proxy-basic proxy-digest proxy-negotiate proxy-ntlm proxy-ssl-allow-beast
  proxy-ssl-auto-client-cert proxy-tlsv1 proxytunnel:p sasl-ir socks5-basic socks5-gssapi socks5-gssapi-nec
  ssl-allow-beast ssl-auto-client-cert sslv2:2 sslv3:3 tftp-no-options tlsv1.3 trace-time use-ascii:B xattr`
const REFUSED_VALUES = `abstract-unix-socket alt-svc aws-sigv4 cacert capath cert:E cert-type ciphers connect-to
  create-file-mode crlfile curves delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url egd-file engine
  ftp-account ftp-alternative-to-user ftp-method ftp-port:P ftp-ssl-ccc-mode hostpubmd5 hostpubsha256 hsts interface
  key key-type krb libcurl local-port login-options mail-auth mail-from mail-rcpt pass pinnedpubkey preproxy proxy:x
  proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key
  proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword
  proxy-tlsuser proxy-user:U proxy1.0 pubkey quote:Q random-file rate request-target resolve sasl-authzid
  service-name socks4 socks4a socks5 socks5-gssapi-service socks5-hostname speed-limit:Y speed-time:y
  telnet-option:t tftp-blksize tls-max tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii unix-socket`

const byLong = new Map<string, Option>()
const byShort = new Map<string, Option>()
for (const [entries, takesValue, role] of [
  [OWN_FLAGS, false, 'own'],
  [OWN_VALUES, true, 'own'],
  [TAKEN_FLAGS, false, 'taken'],
  [TAKEN_VALUES, true, 'taken'],
  [REFUSED_FLAGS, false, 'refused'],
  [REFUSED_VALUES, true, 'refused'],
] as const) {
  for (const entry of entries.split(/\s+/)) {
    const [, long, short] = /^([^:]+)(?::(.))?$/.exec(entry)!
    const option = { long: long!, takesValue, role }
    byLong.set(option.long, option)
    if (short !== undefined) byShort.set(short, option)
  }
}
byLong.set('help', { long: 'help', takesValue: false, role: 'own' })
byShort.set('h', byLong.get('help')!)

/** The option of a letter. */
export function shortOption(letter: string): Option | undefined {
  return byShort.get(letter)
}

/** The option of a name or of the beginning of one, and whether it was turned off by `no-`. */
export function longOption(name: string): { option: Option; off: boolean } | 'unknown' | 'ambiguous' {
  const exact = byLong.get(name)
  if (exact !== undefined) return { option: exact, off: false }
  const off = name.startsWith('no-')
  const bare = off ? name.slice(3) : name
  if (off && byLong.get(bare)?.takesValue === false) return { option: byLong.get(bare)!, off }
  // `--buffer` and the like turn off what `--no-buffer` turns on.
  const negative = byLong.get(`no-${name}`)
  if (negative !== undefined) return { option: negative, off: true }
  const beginning = [...byLong.values()].filter(({ long }) => long.startsWith(name))
  if (beginning.length > 1) return 'ambiguous'
  return beginning.length === 1 ? { option: beginning[0]!, off: false } : 'unknown'
}

/** The names of the options that work. */
export function ownOptions(): string[] {
  return [...byLong.values()].filter(({ role }) => role === 'own').map(({ long }) => long)
}

export const HELP = `Usage: curl [options...] <url>
 -d, --data <data>          HTTP POST data
 -f, --fail                 Fail fast with no output on HTTP errors
 -h, --help <category>      Get help for commands
 -i, --include              Include protocol response headers in the output
 -o, --output <file>        Write to file instead of stdout
 -O, --remote-name          Write output to a file named as the remote file
 -s, --silent               Silent mode
 -T, --upload-file <file>   Transfer local FILE to destination
 -u, --user <user:password> Server user and password
 -A, --user-agent <name>    Send User-Agent <name> to server
 -v, --verbose              Make the operation more talkative
 -V, --version              Show version number and quit

This is not the full help, this menu is stripped into categories.
Use "--help category" to get an overview of all categories.
For all options use the manual or "--help all".
`

export const VERSION = `curl 7.88.1 (mem-sandbox)
Release-Date: 2023-02-20
Protocols: http https
Features: brotli HTTP2 IPv6 libz SSL
`
