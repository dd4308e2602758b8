/** `curl` beside the machine's own, byte for byte: output, messages, exit status and files. */
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Session } from '../dist/esm/index.js'
import { inSandbox, onMachine } from './support/beside.js'
import { startServer } from './support/http-server.js'
import type { Outcome } from './support/beside.js'
import type { TestServer } from './support/http-server.js'

const FILES = {
  'data.txt': 'one\ntwo\r\nthree',
  'page.html': '<p>\n',
  'binary.bin': Buffer.from([0, 255, 10, 13, 65]),
  headers: 'X-One: 1\nX-Two: 2\n',
  config: '# a comment\nheader = "X-C: c d"\nuser-agent: agent\n--data x=1\nget\n',
  format: '%{http_code}|%{method}\\n',
  jar: '# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tfile\t1\n127.0.0.1\tFALSE\t/sub\tFALSE\t0\tdeep\t2\n',
  '.netrc': 'machine other login a password b\nmachine 127.0.0.1\n  login me\n  password pw\n',
  tag: '"old"\n',
}
const ALL = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** `$H` is the server; every curl is quiet about its progress. */
const CASES = `
curl $H/a
curl $H
curl -s $H/a -H 'X-A: b' -H 'User-Agent: me' -H 'X-Empty;' -H 'nothing'
curl -H @headers $H/
curl -H @missing $H/
curl -i $H/a
curl -I $H/a
curl -I -L "$H/?status=302&loc=/x"
curl -i -L "$H/?status=302&loc=/x"
curl --head $H/x --include
curl $H/1 $H/2
curl -d a=1 -d b=2 $H/
curl -d '' -d a $H/
curl -d @data.txt $H/
curl -d @missing $H/
curl -s -d @missing $H/
curl --data-binary @data.txt $H/
curl --data-binary @binary.bin $H/
curl --data-raw @data.txt $H/
curl --data-ascii @data.txt $H/
curl --data-urlencode 'a b&c' --data-urlencode '=d e' --data-urlencode 'f=g/h~é' --data-urlencode 'n@data.txt' --data-urlencode @page.html $H/
printf 'from stdin\\n' | curl -d @- $H/
printf 'from stdin\\n' | curl -T - "$H/up?body=x"
curl --json '{"a":1}' --json ' 2' $H/
curl --json '{}' -H 'Accept: x/y' $H/
curl -X PATCH -d x $H/
curl -X DELETE $H/
curl -XPUT "$H/?body=x"
curl -G -d a=b -d c=d $H/
curl -G -d a=b "$H/?q=1"
curl -G -I -d a=b $H/
curl -G -d 'a b' $H/
curl --url-query 'a=b c' --url-query +x $H/
curl -F a=b -F 'c=@data.txt' -F 'd=<data.txt' $H/
curl -F 'f=@page.html;type=text/x;filename=q"x' -F 'g=@binary.bin' -F 'h=@data.txt,page.html' $H/
curl -F 'a=b;type=text/plain' --form-string 'c=@x;type=y' $H/
curl -d $'a\\xffb\\xe9' --data-urlencode $'c=\\xfe~\\xc3\\xa9' $H/
curl -F $'a=\\xff\\xc3\\xa9' -H $'X: \\xfe' -u $'\\xff:x' $H/
curl -F x=@missing $H/
curl -F a $H/
curl -F a=b -d x $H/
curl -I -d x $H/
curl -T data.txt -d x $H/
curl -T data.txt $H/dir/
curl -T data.txt $H/name
curl -T data.txt -X POST $H/name
curl -T missing $H/
curl -u user:pass $H/
curl -u user: $H/
curl http://u:p%40@127.0.0.1:$P/
curl -n $H/
curl --netrc-file .netrc $H/
curl --oauth2-bearer token $H/
curl -A agent -e http://from/ $H/
curl -r 0-4 $H/
curl -r 5 $H/
curl -r abc $H/
curl --compressed -s -o /dev/null -w '%{http_code}\\n' $H/
curl -b 'a=1; b=2' $H/
curl -b a=1 -b c=2 $H/
curl -b jar $H/sub/x
curl -b jar -b a=1 $H/
curl -b jar -H 'Cookie: own=1' $H/
curl -b missing $H/
curl -c - -o /dev/null "$H/x/y?cookie=a=1&cookie=b=2;Path=/x;HttpOnly&cookie=c=3;Domain=127.0.0.1;Path=/"
curl -c out -s "$H/?cookie=a=1" -o /dev/null; cat out; curl -b out $H/
curl -c new -b '' -L "$H/?cookie=a=1&status=302&loc=/next"
curl -o f1 -o f2 $H/1 $H/2; cat f1 f2
curl -o f1 $H/1 $H/2
curl -o one -o two $H/1
curl -O $H/dir/name.txt?q=1; cat name.txt
curl -O $H/
curl --remote-name-all $H/a1 $H/a2; cat a1 a2
curl --output-dir made --create-dirs -O $H/x; cat made/x
curl --output-dir made -O $H/x
curl -o no/such/file $H/
curl --create-dirs -o no/such/file $H/; cat no/such/file
curl -o . $H/
curl --create-dirs -o data.txt/x $H/
curl -OJ "$H/x?cd=attachment;filename=given.txt"; cat given.txt
curl -OJ "$H/x?cd=attachment;filename=data.txt"
curl -iOJ $H/x
curl --no-clobber -o data.txt $H/; ls
curl -o e "$H/?body="; ls -s e | cut -c1
curl -f "$H/?status=404"
curl -f -i "$H/?status=404"
curl -f -o x "$H/?status=404"; ls
curl -sf "$H/?status=500"; echo $?
curl -sSf "$H/?status=500"
curl --fail-with-body "$H/?status=404"
curl -f --fail-with-body $H/
curl -L "$H/?status=302&loc=/x" -d body
curl -L "$H/?status=301&loc=/x" -d body --post301
curl -L "$H/?status=303&loc=/x" -d body --post303
curl -L "$H/?status=303&loc=/x" -T data.txt
curl -L "$H/?status=302&loc=/x" -T data.txt
curl -L "$H/?status=307&loc=/x" -d body
curl -L "$H/?status=308&loc=x" -X PUT -d body
curl -L "$H/?status=302&loc=/x" -X DELETE
curl -L "$H/a/b?status=302&loc=../c"
curl -L "$H/?status=302&loc=/x" -u a:b -H 'X-K: 1' -b c=d -e ';auto'
curl "$H/?status=302&loc=/x" -w '%{redirect_url} %{num_redirects}\\n'
curl -L --max-redirs 1 "$H/?status=302&loc=/%3Fstatus=302%26loc=/"
curl -L -i --max-redirs 0 "$H/?status=302&loc=/x"
curl -L "$H/?status=302&loc=file:///etc/passwd"
curl -m 0.2 "$H/?hang"
curl -m 0.2 "$H/?hang" -w '%{http_code} %{errormsg} %{exitcode}\\n'
curl --max-filesize 5 $H/
curl --max-filesize 5 -o big $H/; ls
curl "$H/?reset"
curl --retry 1 --retry-delay 1 -f "$H/?status=503"
curl --retry 1 "$H/?status=429&after=1&body=x"
curl --retry 1 --retry-delay 1 --retry-all-errors -f "$H/?status=404"
curl "$H/{a,b}[1-2]" -o 'out_#1_#2'; cat out_a_1 out_b_2
curl "$H/[01-03].[a-c:2]"
curl -g "$H/[1-2]"
curl "$H/{a"
curl "$H/a}"
curl "$H/{}"
curl "$H/{a{b}}"
curl "$H/[1-"
curl "$H/[3-1]"
curl "$H/[a-]"
curl "$H/[1-x]"
curl "$H/[1-3:0]"
curl "$H/[]"
curl $H/1 -d a --next $H/2 -H 'X: y'
curl -K config $H/
printf 'url = "%s"\\n' $H/cfg | curl -K -
curl -K missing $H/
curl -w @format -o /dev/null -s $H/
curl -w '%{http_code} %{response_code} %{content_type} %{size_download} %{num_redirects} %{method} %{scheme} %{http_version} %{exitcode} %{urlnum} %{filename_effective}\\n' -o /dev/null $H/
curl -w '%{url} %{url_effective} %{num_headers} %{size_upload} %{ssl_verify_result} %{http_connect} %{redirect_url} %{referer} %{num_connects} %{remote_ip}\\n' -s -o /dev/null $H -d abc
curl -w '%{header_json}\\n' -s -o /dev/null "$H/?etag=W/x&cookie=a&cookie=b=2"
curl -w '%header{content-type}|%header{NOPE}|%{nope}|%{stderr}err%{stdout}out\\t%%\\q%x%{' -s $H/
curl -w '%{onerror}bad %{errormsg} %{exitcode}\\n' -sf "$H/?status=404"
curl -w '%{onerror}bad\\n' -s $H/ -o /dev/null
curl -D - $H/
curl -D heads -L "$H/?status=302&loc=/x" -o /dev/null; cat heads
curl --etag-save tags "$H/?etag=W/1" -o /dev/null; cat tags; curl --etag-compare tag $H/
curl -z nonsense $H/
curl -z 20200102 $H/
curl -C 3 -o partial $H/
printf 0123 > part; curl -C - -o part -w '%{http_code}\\n' "$H/?range&body=0123456789"; cat part; curl -C - -o part -w '%{http_code}\\n' "$H/?range&body=0123456789"
curl -C - -o fresh "$H/?range&body=0123456789"; cat fresh
curl -C 4 "$H/?range&body=0123456789"
curl --proto =https $H/
curl --proto-default http 127.0.0.1:$P/x
curl 127.0.0.1:$P/x
curl HTTP://127.0.0.1:$P/x
curl "$H/a/../b/./c#fragment"
curl "$H/a b"
curl ""
curl http://
curl foo://x/
curl --fail-early foo://x $H/
curl foo://x $H/
curl $H/ foo://x
curl
curl -s
curl -o
curl -X
curl --nope
curl -?
curl --pro x
curl --max-redirs x $H/
curl --max-time -1 $H/
curl --http3 $H/ 2>&1 | head -1 | cut -c1-21
curl --help
curl --stderr - -f "$H/?status=404"
curl --stderr errors -f "$H/?status=404"; cat errors
curl -u user $H/ < /dev/null
curl --remove-on-error -f -o gone "$H/?status=404"; ls
curl -ksSLN4 --http1.1 --tlsv1.2 -q $H/
curl -- $H/
curl -d x -- $H/
curl --url $H/1 --url $H/2 -O; cat 1
curl -X OPTIONS -i $H/
`
  .trim()
  .split('\n')

/** Without how long it took, where it took too long. */
function timeless(outcome: Outcome): Outcome {
  const plain = (text: string) => text.replaceAll(/after \d+ milliseconds/g, 'after a while')
  return { ...outcome, stdout: plain(outcome.stdout), stderr: plain(outcome.stderr) }
}

const { status: found, stdout: version } = spawnSync('curl', ['--version'], { encoding: 'utf8' })
const comparable = found === 0 && version.startsWith('curl 7.88')

describe.skipIf(!comparable)('curl beside curl', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.close())

  const lineOf = (text: string) =>
    text
      .replaceAll('$H', server.origin)
      .replaceAll('$P', new URL(server.origin).port)
      .replaceAll(/(^|[;|] )curl\b/g, '$1curl --no-progress-meter')
      .replace(/^(.*)curl --no-progress-meter( --help| -s|)$/, '$1curl$2')

  it.each(CASES)('%s', async (text) => {
    const line = lineOf(text)
    const session = new Session({ files: FILES, network: { fetch, allow: [{ origin: server.origin, methods: ALL }] } })
    expect(timeless(await inSandbox(session, line, FILES))).toEqual(timeless(await onMachine(line, FILES)))
  })
})
