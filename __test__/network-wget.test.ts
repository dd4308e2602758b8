/** `wget` beside the machine's own, but for clocks, speeds and the progress bar. */
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Session } from '../dist/esm/index.js'
import { inSandbox, onMachine } from './support/beside.js'
import { startServer } from './support/http-server.js'
import type { Outcome } from './support/beside.js'
import type { TestServer } from './support/http-server.js'

const FILES = { 'old.txt': 'abc', list: '', body: 'from a file\n' }
const ALL = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

const CASES = `
wget $H/a/b.txt; cat b.txt
wget $H/old.txt; ls
wget -q $H/x; echo $?
wget -nv $H/x
wget -nv $H/
wget -qO- $H/x
wget -O- $H/x
wget -q -O out $H/1 $H/2; cat out
wget -nv -O out $H/1 $H/2
wget -S $H/x
wget -nv -S $H/x
wget "$H/?status=404"
wget -q "$H/?status=404"; echo $?
wget -nv "$H/?status=500" $H/ok
wget --content-on-error -qO- "$H/?status=404&body=x"
wget "$H/?status=302&loc=/x" -O r; cat r
wget -nv "$H/p?status=302&loc=/x"; ls
wget --max-redirect=1 "$H/?status=302&loc=/%3Fstatus=302%26loc=/" -O r
wget -O- "$H/?status=302&loc=http://%5B"; echo $?
wget -nv -O- "$H/?status=302&loc=http://"; echo $?
wget -nv -O- "$H/?status=302&loc=foo://x"; echo $?
wget -nv -O- "$H/?status=302&loc=//"; echo $?
wget -nv -O- "$H/?status=302&loc=http://a:99999/"; echo $?
wget -nv -O- "$H/?status=302&loc=http://%5Bx%5D/"; echo $?
wget -q 'http://['; echo $?
wget -nv 'http://[' 'http://a:99999/' 'http://[x]/' foo://x; echo $?
wget --post-data=a=b "$H/?status=302&loc=/x" -qO-
wget --post-data=a=b "$H/?status=307&loc=/x" -qO-
wget --spider $H/x
wget --spider -nv $H/x
wget --spider "$H/?status=404"
wget --post-data=a=b -qO- $H/p
wget --post-file=body -qO- $H/p
wget --post-file=missing -qO- $H/p
wget --method=PUT --body-data=zz -qO- $H/p
wget --method=DELETE -qO- $H/p
wget --body-data=x $H/
wget --post-data=a --method=PUT $H/
wget -nc $H/old.txt
wget -nc -nv $H/old.txt
wget -P dir -q "$H/q?x=1/2"; ls dir
wget -q "$H/a%20b%2Fc?d=%41"; ls
wget --header 'A: b' --header 'Accept: x' -U agent --referer http://r -qO- $H/h
wget --user u --password p -qO- $H/h
wget --user u --password p -O- "$H/?basic"
wget --user u --password p --auth-no-challenge -qO- $H/
wget "$H/?basic"
wget http://u:p@127.0.0.1:$P/ -qO- --auth-no-challenge
wget -nv -i list
printf '%s\\n' $H/1 $H/2 | wget -nv -i -
wget -i missing
wget -c -nv $H/new; ls
printf 0123 > part; wget -c -O part "$H/?range&body=0123456789"; cat part
printf 0123 > x; wget -nv -c "$H/x"; cat x
wget -nv "$H/a?range&body=0123"; wget -c "$H/a?range&body=0123"; ls
printf '%04000d' 0 > b; wget -c $H/b; wget -c "$H/b?x"; wc -c b
printf '%0500d' 0 > c; wget -c "$H/?range&big=3000" -O c; wc -c c
wget -o log -nv $H/x; wc -l < log; rm log
wget -nv --save-headers -O- "$H/?body=x"
wget -nv --content-disposition "$H/x?cd=attachment;filename=given.txt"; ls
wget -T 0.2 -t 1 "$H/?hang"
wget -nv foo://x $H/1
wget http://
wget
wget -q
wget --nope $H/
wget -Z $H/
wget -O
wget --tries
wget --quiet=1 $H/; wget --quiet=off -nv $H/
wget --no-c $H/ 2>&1 | head -1 | cut -c1-40
wget -O no/such/f $H/
wget -nv -O out --header 'Cookie: a=1' $H/; cat out
wget -qO- "$H/?cookie=a=1&status=302&loc=/next"
wget "$H/?chunked=1" -O c
wget "$H/?big=3000" -O big
wget -qO big "$H/?big=100000"; wc -c big
`
  .trim()
  .split('\n')

/** Without clocks, speeds and progress, and without what is told of connections. */
function plain(outcome: Outcome): Outcome {
  const stderr = outcome.stderr
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'DATE')
    .replaceAll(/\([^()]* [KMG]?B\/s\)/g, '(SPEED)')
    .replaceAll(/^ +\d+K(?:[ .,].*)?\n/gm, '')
    .replaceAll(/^Total wall clock time: .*$/gm, 'Total wall clock time')
    .replaceAll(/ in [\d.]+s /g, ' in TIME ')
    .replaceAll(/^Reusing existing connection to (.*)\.$/gm, 'Connecting to $1... connected.')
    .replaceAll(/\n\n+(?=DATE \(SPEED\))/g, '\n\n')
  return { ...outcome, stderr }
}

const { status: found, stdout: version } = spawnSync('wget', ['--version'], { encoding: 'utf8' })
const comparable = found === 0 && version.startsWith('GNU Wget 1.21')

describe.skipIf(!comparable)('wget beside wget', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.close())

  it.each(CASES)('%s', async (text) => {
    const line = text.replaceAll('$H', server.origin).replaceAll('$P', new URL(server.origin).port)
    const files = { ...FILES, list: `${server.origin}/1\n${server.origin}/2\n` }
    const session = new Session({ files, network: { fetch, allow: [{ origin: server.origin, methods: ALL }] } })
    expect(plain(await inSandbox(session, line, files))).toEqual(plain(await onMachine(line, files)))
  })
})
