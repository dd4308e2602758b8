#### fmt: paragraph 0
cat > in <<'END'
i.e. a don't y of sandbox home. text: (note "quoted" [list] of lines; it. of sandbox stop! stop! sandbox is? sandbox text: stop! of home. [list] (note is? y y [list] of [list] [list] don't of is? of text: a

e.g. stop! a text: (note [list] e.g. text: home. z an (note [list] [list] y it. "quoted" (note text: 'single'
END
fmt  in

#### fmt: paragraph 1
cat > in <<'END'
sandbox [list] of x it. memory, z text: stop! Smith i.e. supercalifragilisticexpialidocious [list] supercalifragilisticexpialidocious "quoted" e.g. is? went an 'single' Smith is? sandbox [list] e.g. lines; memory, i.e. Mr. supercalifragilisticexpialidocious e.g. x sandbox (note lines; stop! an Smith i.e. a memory, stop! of z sandbox Smith text: [list] went home. i.e. i.e. 'single' "quoted" x memory, [list] went supercalifragilisticexpialidocious sandbox

home. sandbox ends. memory, 'single' z sandbox of Mr. 'single' e.g. y [list] z home. supercalifragilisticexpialidocious e.g. 'single' don't z "quoted" the supercalifragilisticexpialidocious "quoted" an x (note memory, of it.
END
fmt -w 40 in

#### fmt: paragraph 2
cat > in <<'END'
Smith e.g. a Mr. is? don't don't memory, sandbox an supercalifragilisticexpialidocious don't text: ends. a home. stop! text: ends. 'single' stop! "quoted" z don't is? a sandbox an a is? z is? the memory, home. [list] an ends. e.g. the a stop! text: "quoted" x [list] i.e. a 'single' lines; x y z Mr. of supercalifragilisticexpialidocious Smith z went text:

don't don't don't don't (note memory, y don't of it. sandbox it. supercalifragilisticexpialidocious an (note i.e. x of (note the [list] a text: (note "quoted" x the sandbox it. x
END
fmt -40 in

#### fmt: paragraph 3
cat > in <<'END'
don't a y ends. "quoted" x "quoted" memory, (note (note memory, supercalifragilisticexpialidocious memory, memory, e.g. sandbox a (note Mr. i.e. Mr. ends. memory, home. 'single' an lines; the it. lines; "quoted" a 'single' text: the Smith lines; e.g. y sandbox 'single' ends. lines; "quoted" an "quoted" Smith is? text: text: Smith lines; i.e. y is? x went went Smith it.

went is? home. don't Mr. went is? it. lines; memory, "quoted" Mr. the the went ends. memory, ends. it. 'single' x "quoted" supercalifragilisticexpialidocious went Mr. "quoted" "quoted" sandbox is? (note
END
fmt -u -w 50 in

#### fmt: paragraph 4
cat > in <<'END'
is? memory, it. i.e. it. memory, x x home. the memory, y "quoted" went y sandbox home. z (note don't went 'single' Smith it. memory, an stop! went y i.e. sandbox went Mr. don't supercalifragilisticexpialidocious don't Mr. sandbox Mr. an an a the a [list] supercalifragilisticexpialidocious went y a x home. x memory, z "quoted" a text: text: a the the went Mr. y (note lines; Mr. a stop! it. home. it. the ends. it. e.g. lines; is? Smith [list]

i.e. ends. text: stop! home. a of Mr. "quoted" supercalifragilisticexpialidocious z [list] home. lines; stop! home. lines; a text: a lines; lines; the supercalifragilisticexpialidocious Smith an x the Smith went a an a memory, x Mr. (note text: of i.e.
END
fmt -w 60 -g 50 in

#### fmt: paragraph 5
cat > in <<'END'
z lines; lines; text: memory, went Smith (note text: of is? it. ends. of Smith (note lines; supercalifragilisticexpialidocious text: the Smith sandbox supercalifragilisticexpialidocious i.e. x lines; x lines; it. 'single' ends. supercalifragilisticexpialidocious lines; text: went memory, lines; is? 'single' lines; ends. text: it. home. supercalifragilisticexpialidocious a stop! (note don't supercalifragilisticexpialidocious i.e. sandbox z is? stop! sandbox it. z e.g. went (note Smith a 'single' y z "quoted" a ends. a supercalifragilisticexpialidocious is? Mr. (note don't memory, an z home. is?

an 'single' stop! lines; don't i.e. stop! it. "quoted" i.e. sandbox Mr. "quoted" the i.e. text: supercalifragilisticexpialidocious supercalifragilisticexpialidocious 'single' the don't i.e. lines; x e.g. lines; sandbox (note went is? (note sandbox ends. ends. of Smith an ends. Smith a
END
fmt -g 30 in

#### fmt: paragraph 6
cat > in <<'END'
home. stop! z home. ends. don't a text: lines; [list] memory, 'single' i.e. sandbox ends. of went 'single' an stop! sandbox ends. the y sandbox went ends. sandbox x is?

sandbox ends. (note supercalifragilisticexpialidocious the i.e. text: stop! ends. x a of lines; 'single' is?
END
fmt -s -w 30 in

#### fmt: paragraph 7
cat > in <<'END'
(note an ends. of an it. e.g. y e.g. lines; Smith it. e.g. supercalifragilisticexpialidocious lines; z an ends. "quoted" went the ends. of the the Mr. lines; text: it. lines; memory, is? supercalifragilisticexpialidocious (note z home. y stop! z memory, text: home. don't lines; e.g. 'single' it. is? i.e. it.

home. 'single' Mr. y a don't "quoted" of home. a the sandbox y Mr. ends. stop! an of sandbox z home. don't lines; z e.g.
END
fmt -w 20 in

#### fmt: paragraph 8
cat > in <<'END'
x is? 'single' e.g. of supercalifragilisticexpialidocious an an ends. supercalifragilisticexpialidocious the ends. "quoted" i.e. text: i.e. is? of e.g. it. "quoted" an the i.e. don't sandbox memory, ends. lines; y

it. is? lines; Smith the sandbox ends. home. sandbox a don't [list] of don't the
END
fmt -w 5 in

#### fmt: paragraph 9
cat > in <<'END'
e.g. e.g. y is? sandbox [list] lines; Smith a z 'single' went x don't Smith i.e. Mr. memory, a e.g. Mr. x y a of home. home. 'single' lines; y

stop! Mr. 'single' went lines; a lines; Smith lines; [list] home. home. went the home.
END
fmt -w 1 in

#### fmt: paragraph 10
cat > in <<'END'
z [list] went 'single' z 'single' y is? sandbox the of a y "quoted" (note don't home. supercalifragilisticexpialidocious text: of y the y text: z is? memory, ends. the supercalifragilisticexpialidocious

went sandbox Mr. lines; text: sandbox z lines; sandbox Mr. Mr. memory, ends. went sandbox
END
fmt -w 0 in

#### fmt: paragraph 11
cat > in <<'END'
ends. is? Mr. Smith it. is? Mr. y supercalifragilisticexpialidocious memory, don't sandbox memory, z e.g. Smith of x y y it. sandbox x a i.e. ends. y Mr. 'single' e.g.

x [list] a the memory, of memory, ends. z (note 'single' it. z memory, e.g.
END
fmt --width=33 --goal=33 in

#### fmt: paragraph 12
cat > in <<'END'
'single' lines; e.g. supercalifragilisticexpialidocious supercalifragilisticexpialidocious supercalifragilisticexpialidocious Smith (note text: it. e.g. sandbox memory, the e.g. supercalifragilisticexpialidocious sandbox home. lines; supercalifragilisticexpialidocious ends. don't it. it. sandbox [list] sandbox a Mr. lines;

ends. "quoted" a x home. y lines; ends. (note 'single' "quoted" is? memory, memory, don't
END
fmt --uniform-spacing in

#### fmt: paragraph 13
cat > in <<'END'
the an the memory, z supercalifragilisticexpialidocious don't e.g. Mr. a stop! "quoted" don't i.e. (note home. i.e. the i.e. Smith i.e. home. don't (note it. 'single' the Mr. e.g. ends.

"quoted" sandbox don't don't [list] sandbox "quoted" stop! Smith ends. of ends. (note of home.
END
fmt -20 --split-only in

#### fmt: a long paragraph is set in parts
cat > in <<'END'
z e.g. y a is? ends. stop! lines; i.e. it. Smith "quoted" went stop! the went Smith y don't text: text: it. Mr. sandbox of Mr. stop! supercalifragilisticexpialidocious x Smith a y e.g. memory, of text: a an memory, stop! i.e. e.g. e.g. ends. Mr. Mr. y ends. don't y is? e.g. memory, text: z don't (note an y an sandbox it. lines; went memory, text: is? supercalifragilisticexpialidocious i.e. Smith supercalifragilisticexpialidocious stop! a text: it. is? sandbox an i.e. text: sandbox i.e. is? "quoted" ends. went [list] it. the Mr. stop! don't stop! Mr. lines; it. don't ends. i.e. Smith of memory, ends. [list] "quoted" a z lines; lines; y went it. sandbox ends. is? don't don't y supercalifragilisticexpialidocious stop! e.g. home. the a of stop! 'single' Smith went memory, [list] memory, the sandbox don't home. lines; supercalifragilisticexpialidocious supercalifragilisticexpialidocious is? went (note is? a a lines; z (note home. Mr. 'single' y Smith supercalifragilisticexpialidocious sandbox text: Smith of the went a is? [list] of y 'single' e.g. a y ends. lines; y stop! 'single' Smith (note (note sandbox e.g. lines; [list] it. don't ends. is? went x the the text: e.g. supercalifragilisticexpialidocious ends. i.e. y home. is? memory, lines; is? text: is? the stop! 'single' y e.g. of the it. memory, z y stop! sandbox ends. is? z stop! "quoted" is? memory, of 'single' i.e. 'single' stop! "quoted" z don't it. the went e.g. Mr. lines; sandbox it. memory, it. e.g. Smith home. it. is? supercalifragilisticexpialidocious is? ends. Smith e.g. (note x memory, x an is? memory, stop! z of x a don't of it. the x a stop! of 'single' of an don't supercalifragilisticexpialidocious 'single' i.e. Mr. (note sandbox an i.e. it. an y lines; Mr. supercalifragilisticexpialidocious of e.g. z Mr. don't home. "quoted" i.e. supercalifragilisticexpialidocious an (note the sandbox ends. sandbox "quoted" stop! (note text: Smith it. don't "quoted" Smith home. e.g. home. went stop! sandbox of 'single' memory, it. "quoted" text: supercalifragilisticexpialidocious it. i.e. "quoted" Mr. memory, the y stop! is? went y Smith don't of don't of supercalifragilisticexpialidocious sandbox went of ends. it. Mr. sandbox x i.e. "quoted" ends. i.e. x of ends. Mr. 'single' 'single' i.e. ends. e.g. the Mr. Smith x went y sandbox the home. is? (note memory, 'single' supercalifragilisticexpialidocious Smith don't went ends. stop! home. memory, a memory, an the went Mr. e.g. home. 'single' Smith a x is? i.e. i.e. supercalifragilisticexpialidocious "quoted" went went x sandbox lines; it. don't Smith an is? stop! sandbox y of memory, text: text: i.e. an stop! (note sandbox ends. x sandbox it. (note stop! memory, 'single' supercalifragilisticexpialidocious an is? a stop! supercalifragilisticexpialidocious x z is? Mr. text: Smith z Smith (note Smith home. e.g. e.g. ends. [list] ends. "quoted" ends. Mr. ends. it. supercalifragilisticexpialidocious is? an is? is? a e.g. [list] it. i.e. sandbox don't ends. is? lines; lines; is? y went (note y supercalifragilisticexpialidocious of (note the memory, home. is? home. supercalifragilisticexpialidocious "quoted" of e.g. is? (note of it. x home. [list] it. sandbox "quoted" lines; an supercalifragilisticexpialidocious x ends. Smith Smith z the (note y x 'single' x "quoted" it. of "quoted" i.e. a of it. ends. of x Mr. y it. home. the home. i.e. stop! z "quoted" an x e.g. sandbox it. of went memory, text: memory, sandbox stop! (note went don't z text: a y text: sandbox y an don't 'single' ends. stop! e.g. z e.g. stop! of e.g. Mr. [list] "quoted" stop! stop! the Smith went "quoted" y it. don't Mr. don't it. the stop! an stop! (note home. sandbox don't [list] "quoted" supercalifragilisticexpialidocious Smith an a the of text: a y went don't sandbox [list] x "quoted" Mr. lines; an a "quoted" e.g. an lines; an sandbox (note don't memory, Smith went went went it. e.g. a home. of memory, i.e. of x y don't sandbox 'single' x 'single' home. an y went is? x don't x it. home. memory, an [list] it. of don't lines; an don't "quoted" (note a is? Mr. home. it. of text: home. Smith z of z home. i.e. (note don't x supercalifragilisticexpialidocious text: y Smith e.g. y stop! e.g. [list] is? stop! don't z "quoted" supercalifragilisticexpialidocious lines; supercalifragilisticexpialidocious an the the x memory, supercalifragilisticexpialidocious is? supercalifragilisticexpialidocious Smith x Smith home. supercalifragilisticexpialidocious home. an went memory, don't (note sandbox a "quoted" stop! "quoted" sandbox went supercalifragilisticexpialidocious lines; lines; z of of y a sandbox Mr. i.e. Smith Mr. lines; sandbox of Smith lines; don't y went a the sandbox x Mr. 'single' home. (note it. a memory, e.g. went went an z went Mr. is? sandbox home. "quoted" x Smith ends. an i.e. x ends. home. supercalifragilisticexpialidocious a ends. lines; memory, it. [list] ends. x lines; is? i.e. "quoted" of it. an don't an y ends. z i.e. don't an went went ends. (note Smith lines; of y "quoted" supercalifragilisticexpialidocious text: lines; [list] 'single' (note ends. text: y don't Mr. went "quoted" ends. don't "quoted" [list] a "quoted" i.e. Smith sandbox supercalifragilisticexpialidocious is? an x Mr. of e.g. home. lines; ends. e.g. y [list] z i.e. Mr. the Mr. of is? a e.g. x y stop! stop! lines; "quoted" of a memory, is? x y of the of the [list] "quoted" e.g. (note lines; "quoted" text: is? stop! [list] e.g. [list] a it. "quoted" x home. memory, an a the went is? 'single' a supercalifragilisticexpialidocious (note sandbox y a z went ends. don't went ends. the of y home. text: "quoted" x y [list] supercalifragilisticexpialidocious x lines; Mr. memory, is? an the of of text: the don't an is? an of Smith (note the x text: z it. a stop! it. lines; x y lines; y y stop! home. x an lines; e.g. sandbox e.g. y of Mr. went memory, 'single' text: the don't stop! Mr. supercalifragilisticexpialidocious sandbox Mr. y supercalifragilisticexpialidocious an is? (note ends. is? y of (note i.e. Mr. 'single' ends. 'single' of ends. y text: z stop! z went lines; ends. e.g. y it. sandbox lines; the an ends. is? home. Mr. it. an Mr. i.e. it. don't i.e. x is? don't y 'single' z home. text: memory, memory, home. lines; 'single' the the stop! Mr. is? [list] e.g. went it. don't x [list] sandbox [list] an a of the (note (note x an "quoted" a 'single' the the of a 'single' y y of 'single' sandbox Mr. of sandbox [list] Smith "quoted" it. home. home. text: z sandbox Smith 'single' don't (note is? it. it. (note of of went Smith y sandbox home. Smith y y e.g. memory, (note a (note went Smith y it. e.g. i.e. i.e. stop! ends. the "quoted" ends. e.g. of 'single' Smith "quoted" i.e. Smith x lines; memory, e.g. x Mr. the went stop! the stop! lines; Smith (note "quoted" memory, 'single' of text: [list] it. 'single' home. sandbox [list] home. e.g. an stop! the lines; it. e.g. Smith Smith of the "quoted" memory, (note memory, 'single' went home. an memory, [list] "quoted" home. lines; ends. [list] an e.g. home. it. 'single' is? memory, an (note y Smith sandbox memory, went 'single' text: went (note y i.e. "quoted" (note don't don't Mr. sandbox stop! y the "quoted" it. e.g. ends. stop! text: lines; an don't y is? supercalifragilisticexpialidocious a text: x Smith 'single' Smith x y of "quoted" [list] i.e. lines; a home. supercalifragilisticexpialidocious z text: Mr. i.e. an supercalifragilisticexpialidocious supercalifragilisticexpialidocious 'single' Smith ends. [list] is? a i.e. supercalifragilisticexpialidocious y 'single' is? lines; it. ends. e.g. Smith 'single' home. home. x a Mr. a is? Mr. i.e. x lines; "quoted" an is? i.e. it. ends. Mr. (note an z (note it. don't a a went e.g. Mr. e.g. stop! ends. it. (note y (note ends. it. don't supercalifragilisticexpialidocious of the don't went stop! 'single' is? lines; y e.g. supercalifragilisticexpialidocious the a ends. x Mr. don't the Mr. is? stop! 'single' [list] [list] Mr. y stop! is? z Mr. y Smith y 'single' [list] is? z an y (note supercalifragilisticexpialidocious stop! i.e. ends. y 'single' (note stop! is? went don't 'single' 'single' y an ends. stop! memory, supercalifragilisticexpialidocious the x stop! lines; z z an y i.e. Smith the don't home. memory, (note of ends. text: it. an 'single' went it. lines; "quoted" (note [list] supercalifragilisticexpialidocious text: it. 'single' memory, lines; the y went home. "quoted" lines; i.e. stop! Mr. supercalifragilisticexpialidocious it. z an don't lines; Smith (note Mr. x "quoted" y of ends. ends. don't don't of the sandbox stop! stop! y 'single' z "quoted" [list] ends. (note is? e.g. Mr. don't lines; is? went don't supercalifragilisticexpialidocious it. an a Smith sandbox went went y it. memory, y text: Mr. is? home. a "quoted" z y home. home. went home. stop! supercalifragilisticexpialidocious e.g. Smith text: y a Smith home. memory, "quoted" went is? ends. 'single' don't z ends. stop! z an memory, the went Mr. went ends. "quoted" is? y e.g. i.e. memory, memory, stop! x y sandbox z "quoted" a e.g. don't of sandbox home. [list] i.e. went a lines; home. "quoted" y [list] the z the it. sandbox y e.g. ends. x (note [list] a is? an Smith supercalifragilisticexpialidocious "quoted" went a it. don't went text: an x 'single' x went sandbox z text: went y home. e.g. it. memory, 'single' it. lines; sandbox Mr. home. supercalifragilisticexpialidocious z (note text: (note ends. stop! is? home. a memory, memory, text: of memory, supercalifragilisticexpialidocious a 'single' memory, is? memory, an text: x Mr. the an home. i.e. supercalifragilisticexpialidocious 'single' [list] memory, z e.g. home. supercalifragilisticexpialidocious "quoted" stop! stop! z sandbox an y "quoted" y y the the x of z Mr. i.e. went (note lines; memory, memory, Smith a of it. 'single' stop! y a i.e. (note z "quoted" i.e. memory, Smith lines; text: Smith it. e.g. stop! i.e. stop! ends. text: of home. e.g. e.g. "quoted" home. memory, don't i.e. lines; ends. lines; "quoted" it. y memory, went (note i.e. it. i.e. 'single' e.g. a [list] y sandbox went of don't Mr. text: don't text: [list] of don't e.g. (note the of it. home. memory, x Smith z of went lines; text: x don't x a y z 'single' 'single' x z sandbox it. of z y supercalifragilisticexpialidocious y Smith an (note z an of stop! Smith (note y the "quoted" home. a went e.g. text: 'single' ends. e.g. an stop! of i.e. the stop! [list] y [list] of memory, [list] lines; of home. (note Smith went stop! [list] 'single' don't supercalifragilisticexpialidocious sandbox the z don't x [list] z a memory, Smith stop! text: (note sandbox y memory, it. a y the stop! the the z z (note sandbox it. (note a memory, the ends. Mr. [list] is? supercalifragilisticexpialidocious Mr. Mr. an of "quoted" Smith Mr. 'single' 'single' a Mr. Smith sandbox e.g. y text: 'single' memory, supercalifragilisticexpialidocious z ends. of 'single' of the of the y z home. x sandbox don't e.g. e.g. Mr. x an home. memory, x of i.e. "quoted" [list] Mr. supercalifragilisticexpialidocious memory, z an a went (note "quoted" y an y went stop! memory, don't Smith went supercalifragilisticexpialidocious ends. went Smith [list] i.e. e.g. ends. of x y 'single' went home. x i.e. x Mr. the home. a x home. e.g. [list] stop! is? don't don't z don't x Smith is? went supercalifragilisticexpialidocious e.g. 'single' the i.e. ends. ends. stop! an [list] home. Smith went of e.g. home. a went [list] a ends. went went text: z Smith memory, "quoted" text: sandbox text: text: memory, went don't it. went Smith Mr. is? e.g. x of z don't supercalifragilisticexpialidocious 'single' it. ends. [list] Smith the went don't supercalifragilisticexpialidocious text: sandbox text: went "quoted" Smith sandbox is? don't [list] lines; ends. home. lines; i.e. memory, lines; [list] it. it. it. it. sandbox an went 'single' e.g. "quoted" [list] [list] "quoted" don't Smith lines; a is? of memory, "quoted" (note "quoted" y supercalifragilisticexpialidocious went sandbox a i.e. x the "quoted" ends. lines; x the (note of it. [list] memory, [list] [list] it. ends. Smith ends. stop! (note supercalifragilisticexpialidocious Smith [list] home. x a ends. home. of i.e. it. an don't sandbox the of of text: "quoted" 'single' supercalifragilisticexpialidocious memory, sandbox x y don't (note 'single' sandbox ends. i.e. [list] is? y sandbox z lines; don't an supercalifragilisticexpialidocious an "quoted" is? Mr. is? an of ends. "quoted" of text: the home. of ends. went lines; 'single' Mr. y Smith memory, of (note a i.e. Smith the it. z Mr. e.g. [list] [list] supercalifragilisticexpialidocious Smith y (note memory, i.e. "quoted" ends. don't (note "quoted" memory, don't an supercalifragilisticexpialidocious is? went a z the supercalifragilisticexpialidocious 'single' it. went of an home. is? sandbox x "quoted" Mr. a Smith supercalifragilisticexpialidocious (note don't home. the y sandbox supercalifragilisticexpialidocious i.e. i.e. home. is? memory, (note y "quoted" a i.e. is? Mr. of an 'single' supercalifragilisticexpialidocious text: a supercalifragilisticexpialidocious a ends. stop! stop! is? a the ends. [list] home. e.g. i.e. went an ends. memory, (note i.e. supercalifragilisticexpialidocious memory, (note a lines; of y went z it. text: memory, home. e.g. (note ends. Smith it. "quoted" stop! ends. is? is? (note don't e.g. stop! an of home. Mr. e.g. a y the supercalifragilisticexpialidocious went lines; i.e. lines; a supercalifragilisticexpialidocious the went home. lines; e.g. an "quoted" stop! of stop! it. ends. [list] an a home. an lines; Smith is? 'single' an it. x sandbox home. sandbox x Mr. memory, Smith ends. an it. a x z 'single' y went it. [list] e.g. it. the sandbox 'single' Mr. lines; stop! home. Mr. of lines; went "quoted" i.e. e.g. home. y memory, sandbox the stop! Smith memory, a z ends. is? an [list] home. "quoted" of an 'single' "quoted" [list] x the "quoted" lines; supercalifragilisticexpialidocious lines; sandbox (note "quoted" 'single' is? home. home. i.e. Smith 'single' don't [list] Smith of e.g. (note Mr. memory, supercalifragilisticexpialidocious lines; the lines; went text: a the is? sandbox is? x an an (note e.g. ends. text: home. the the (note 'single' Mr. it. ends. the home. x y [list] supercalifragilisticexpialidocious lines; is? 'single' supercalifragilisticexpialidocious (note "quoted" (note 'single' an of ends. (note supercalifragilisticexpialidocious memory, [list] lines; Smith ends. (note (note (note don't a text: [list] is? is? a z [list] supercalifragilisticexpialidocious Mr. don't an home. the y don't 'single' stop! x home. x lines; of don't of Smith "quoted" i.e. don't is? home. i.e. 'single' stop! home. [list] went i.e. home. don't text: of i.e. lines; a z "quoted" is? stop! z y the "quoted" (note lines; an sandbox i.e. stop! it. lines; z the is? a stop! don't Smith supercalifragilisticexpialidocious y of went of of y x ends. z x ends. y text: went of x (note ends. (note lines; the stop! is? of e.g. (note e.g. "quoted" y an (note of x lines; ends. sandbox supercalifragilisticexpialidocious [list] text: a supercalifragilisticexpialidocious (note lines; a e.g. stop! [list] e.g. ends. is? Mr. sandbox Mr. text: e.g. home. supercalifragilisticexpialidocious x 'single' [list] is? y don't it. text: 'single' "quoted" supercalifragilisticexpialidocious text: e.g. x memory, memory, home. e.g. the is? i.e. is? it. lines; text: don't
END
fmt in | md5sum; fmt -w 30 -u in | md5sum; fmt -w 30 in | head -3; fmt in | tail -2

#### fmt: many words
seq 1 3000 | fmt | md5sum; seq 1 3000 | fmt -w 30 | tail -3; yes a | head -2500 | fmt -w 20 | md5sum

#### fmt: a word longer than the buffer
head -c 6000 /dev/zero | tr '\0' x | fmt | md5sum; { echo a b; head -c 12000 /dev/zero | tr '\0' x; echo; echo c d; } | fmt | md5sum

#### fmt: indentation begins a paragraph
cat > in <<'END'
  one two three four
  five six
seven eight
    nine ten
    eleven
END
fmt -w 20 in; fmt -w 12 -c in; fmt -w 12 -t in

#### fmt: crown margin
cat > in <<'END'
    First line of it all goes here and on
  second line that is less indented than that
  third line
fourth line at the margin

One line only
END
fmt -c -w 30 in; fmt --crown-margin -w 20 in

#### fmt: tagged paragraph
cat > in <<'END'
tag1  The text of the tag goes on and on and on
      until it ends here.
tag2  Another one

Single line paragraph that is longer than the width
   indented line alone which is long enough to be split

END
fmt -t -w 30 in; fmt --tagged-paragraph -w 24 in

#### fmt: prefix
cat > in <<'END'
# one two three four five six
# seven
not a comment at all, is it, or perhaps
  # indented comment that is long enough to break
  # and more
#no space here
#
# last
END
fmt -p '# ' -w 20 in; fmt --prefix='#' -w 20 in; fmt -p '  # ' -w 24 in; fmt -p ' ' -w 20 in; fmt -p '' -w 20 in

#### fmt: prefix without an end
printf '# ' | fmt -p '#' | od -c; printf '> a b\n>' | fmt -p '>' | od -c; printf '> ' | fmt -p '> ' | od -c; printf '   ' | fmt -p '>' | od -c

#### fmt: tabs
printf '\tone two three\n\tfour five\n        six\n a\tb\n' | fmt -w 30 | od -c; printf 'a\tb   c\td\n' | fmt | od -c; printf '\t\tdeep deep deep deep\n' | fmt -w 26 | cat -A

#### fmt: blank lines and blanks alone
printf '\n\n  \na\n   \n\t\nb\n\n' | fmt | cat -A; printf '   ' | fmt | cat -A; printf '' | fmt | od -c; printf '\n' | fmt | od -c

#### fmt: no final newline
printf 'a b\nc' | fmt; printf 'one two. ' | fmt | od -c; printf ' x' | fmt | od -c

#### fmt: other white space and bytes
printf 'a\rb\vc\fd e\r\nf\n' | fmt | od -c; printf 'caf\303\251 \377\376 x\0y z\n' | fmt | od -c

#### fmt: several files and standard input
printf 'a\nb\n' > 1; printf 'c\nd\n' > 2; fmt 1 2; fmt - < 1; cat 2 | fmt 1 -; fmt < 2

#### fmt: errors
mkdir d; printf 'a b\n' > f; fmt nope f 2>&1; echo $?; fmt d f 2>&1; echo $?; fmt -w x f 2>&1; fmt -w 2501 f 2>&1; fmt -w 2500 f; fmt -w 10 -g 20 f 2>&1; fmt -g x f 2>&1; fmt -g 3000 f 2>&1; fmt -c -5 f 2>&1; fmt -5x f 2>&1; fmt -w -1 f 2>&1; fmt -w '' f 2>&1; fmt -w 18446744073709551616 f 2>&1; fmt --q 2>&1; fmt -x 2>&1; fmt -w 2>&1; fmt --width 2>&1; echo $?

#### fmt: what people write
cat > in <<'END'
Dear all,

this is a mail  with  odd   spacing. It has sentences.  Two of them.

- item one is long enough to be wrapped at the given width
- item two

END
fmt -w 40 in; fmt -su -w 40 in; fmt -sw40 in; echo 'a b c d e f g' | fmt -w 4; fmt -u in; cat in | fmt -72
