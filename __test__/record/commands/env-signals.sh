#### env: signals of the command
env --default-signal=INT true; echo $?; env --ignore-signal=TERM sh -c 'kill -TERM $$; echo alive'; env --block-signal=USR1 sh -c 'echo ok'; env --ignore-signal=USR1 --list-signal-handling true 2>&1; env --ignore-signal=TERM --default-signal=TERM sh -c 'kill -TERM $$; echo alive'; echo $?; env --default-signal=NOPE true; echo $?
