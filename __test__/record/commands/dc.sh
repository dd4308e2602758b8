#### dc: .5p 1
printf '%s\n' '.5p' | dc; echo $?
#### dc: 5 3-p 2
printf '%s\n' '5 3-p' | dc; echo $?
#### dc: _5p 3
printf '%s\n' '_5p' | dc; echo $?
#### dc: 2 300^p 4
printf '%s\n' '2 300^p' | dc; echo $?
#### dc: + 5
printf '%s\n' '+' | dc; echo $?
#### dc: p 6
printf '%s\n' 'p' | dc; echo $?
#### dc: 1 0/p 7
printf '%s\n' '1 0/p' | dc; echo $?
#### dc: 1 0%p 8
printf '%s\n' '1 0%p' | dc; echo $?
#### dc: 1 0  f 9
printf '%s\n' '1 0~ f' | dc; echo $?
#### dc: _1vp 10
printf '%s\n' '_1vp' | dc; echo $?
#### dc: x 11
printf '%s\n' 'x' | dc; echo $?
#### dc: 12 12
printf '%s\n' '@' | dc; echo $?
#### dc: lap 13
printf '%s\n' 'lap' | dc; echo $?
#### dc: Lap 14
printf '%s\n' 'Lap' | dc; echo $?
#### dc: 17i 15
printf '%s\n' '17i' | dc; echo $?
#### dc: 1o 16
printf '%s\n' '1o' | dc; echo $?
#### dc: _1k 17
printf '%s\n' '_1k' | dc; echo $?
#### dc: abc p 18
printf '%s\n' '[abc]p' | dc; echo $?
#### dc: abc n 19
printf '%s\n' '[abc]n' | dc; echo $?
#### dc: 65P 20
printf '%s\n' '65P' | dc; echo $?
#### dc: 16706P 21
printf '%s\n' '16706P' | dc; echo $?
#### dc: 1 2 3f 22
printf '%s\n' '1 2 3f' | dc; echo $?
#### dc: 1 2z p 23
printf '%s\n' '1 2z p' | dc; echo $?
#### dc: abc Zp 24
printf '%s\n' '[abc]Zp' | dc; echo $?
#### dc: 123.45Zp 25
printf '%s\n' '123.45Zp' | dc; echo $?
#### dc: 1.23Xp 26
printf '%s\n' '1.23Xp' | dc; echo $?
#### dc: 1Sa2Sa La p La p La p 27
printf '%s\n' '1Sa2Sa La p La p La p' | dc; echo $?
#### dc: 1 2r f 28
printf '%s\n' '1 2r f' | dc; echo $?
#### dc: 1 2 3 3R f 29
printf '%s\n' '1 2 3 3R f' | dc; echo $?
#### dc: 1 2 3 _3R f 30
printf '%s\n' '1 2 3 _3R f' | dc; echo $?
#### dc: 7 3 f 31
printf '%s\n' '7 3~f' | dc; echo $?
#### dc: 2 10 1000 p 32
printf '%s\n' '2 10 1000|p' | dc; echo $?
#### dc: 97ap 33
printf '%s\n' '97ap' | dc; echo $?
#### dc: hello ap 34
printf '%s\n' '[hello]ap' | dc; echo $?
#### dc: 300ap 35
printf '%s\n' '300ap' | dc; echo $?
#### dc: 1p x 36
printf '%s\n' '[1p]x' | dc; echo $?
#### dc: 1p q 2p x 3p 37
printf '%s\n' '[1p q 2p]x 3p' | dc; echo $?
#### dc: 1p q 2p x 3p x 4p 38
printf '%s\n' '[[1p q 2p]x 3p]x 4p' | dc; echo $?
#### dc: 1Q x 3p x 4p 39
printf '%s\n' '[[1Q]x 3p]x 4p' | dc; echo $?
#### dc: 2Q 40
printf '%s\n' '2Q' | dc; echo $?
#### dc: 0Q 41
printf '%s\n' '0Q' | dc; echo $?
#### dc: 5 3 a 42
printf '%s\n' '5 3<a' | dc; echo $?
#### dc: 1p sa 5 6 =a 43
printf '%s\n' '[1p]sa 5 6!=a' | dc; echo $?
#### dc: 1p sa 5 3 a 44
printf '%s\n' '[1p]sa 5 3!<a' | dc; echo $?
#### dc: 5 1 a 1 ap 45
printf '%s\n' '5 1:a 1;ap' | dc; echo $?
#### dc: 2 ap 46
printf '%s\n' '2;ap' | dc; echo $?
#### dc: _1 a 47
printf '%s\n' '_1;a' | dc; echo $?
#### dc: FFp 48
printf '%s\n' 'FFp' | dc; echo $?
#### dc: 16iFFp 49
printf '%s\n' '16iFFp' | dc; echo $?
#### dc: 16oFF p 255p 50
printf '%s\n' '16oFF p 255p' | dc; echo $?
#### dc: 2k 1 3/p 51
printf '%s\n' '2k 1 3/p' | dc; echo $?
#### dc: 2k 7 3%p 52
printf '%s\n' '2k 7 3%p' | dc; echo $?
#### dc: 1 2 p 53
printf '%s\n' '1 2,p' | dc; echo $?
#### dc: unterminated 54
printf '%s\n' '[unterminated' | dc; echo $?
#### dc: 55 55
printf '%s\n' ']' | dc; echo $?
#### dc: 3 0^p 56
printf '%s\n' '3 0^p' | dc; echo $?
#### dc: 2 .5^p 57
printf '%s\n' '2 .5^p' | dc; echo $?
#### dc: 3k2 _2^p 58
printf '%s\n' '3k2 _2^p' | dc; echo $?
#### dc: 4 k 2vp 59
printf '%s\n' '4 k 2vp' | dc; echo $?
#### dc: dp 60
printf '%s\n' 'dp' | dc; echo $?
#### dc: Kp Ip Op 61
printf '%s\n' 'Kp Ip Op' | dc; echo $?
#### dc: 1k 1.25 1.25*p 62
printf '%s\n' '1k 1.25 1.25*p' | dc; echo $?
#### dc: 63 63
printf '%s\n' '"' | dc; echo $?
#### dc: G 64
printf '%s\n' 'G' | dc; echo $?
#### dc: Mp 65
printf '%s\n' 'Mp' | dc; echo $?
#### dc: a 1+p 66
printf '%s\n' '[a]1+p' | dc; echo $?
#### dc: a k 67
printf '%s\n' '[a]k' | dc; echo $?
#### dc: a b c p 68
printf '%s\n' '[a[b]c]p' | dc; echo $?
#### dc: 100o 12345p 69
printf '%s\n' '100o 12345p' | dc; echo $?
#### dc: 1 1 1 p 70
printf '%s\n' '1 1 1||p' | dc; echo $?
#### dc: 3 _1 7 p 71
printf '%s\n' '3 _1 7|p' | dc; echo $?
#### dc: 3 2 0 p 72
printf '%s\n' '3 2 0|p' | dc; echo $?
#### dc: 3.5 2 7 p 73
printf '%s\n' '3.5 2 7|p' | dc; echo $?
#### dc: 16i A.8p 74
printf '%s\n' '16i A.8p' | dc; echo $?
#### dc: 3 2 1 R f 75
printf '%s\n' '3 2 1 R f' | dc; echo $?
#### dc: 1 _1Rf 76
printf '%s\n' '1 _1Rf' | dc; echo $?
#### dc: 0R 77
printf '%s\n' '0R' | dc; echo $?
#### dc: 5R 78
printf '%s\n' '5R' | dc; echo $?
#### dc: 1Q 3p 79
printf '%s\n' '1Q 3p' | dc; echo $?
#### dc: 2Q x 3p 80
printf '%s\n' '[2Q]x 3p' | dc; echo $?
#### dc: 0Zp .001Zp 0.50Zp 100Zp 81
printf '%s\n' '0Zp .001Zp 0.50Zp 100Zp' | dc; echo $?
#### dc: 5  a p + p 82
printf '%s\n' '5 [a]p + p' | dc; echo $?
#### dc: 1 2 3 _2Rf 83
printf '%s\n' '1 2 3 _2Rf' | dc; echo $?
#### dc: 0 a 84
printf '%s\n' '0:a' | dc; echo $?
#### dc: 5 0 a 0 a p lap 85
printf '%s\n' '5 0:a 0;a p lap' | dc; echo $?
#### dc: 1 0 a 2Sa 3 0 a 0 ap Lap 0 ap 86
printf '%s\n' '1 0:a 2Sa 3 0:a 0;ap Lap 0;ap' | dc; echo $?
#### dc: 10 3   p p 87
printf '%s\n' '10 3 ~ p p' | dc; echo $?
#### dc: _10 3   p p 88
printf '%s\n' '_10 3 ~ p p' | dc; echo $?
#### dc: 10 _3 % p 89
printf '%s\n' '10 _3 % p' | dc; echo $?
#### dc: 5z z f 90
printf '%s\n' '5z z f' | dc; echo $?
#### dc: yes sa 1.0 1 =ax 91
printf '%s\n' '[yes]sa 1.0 1 =ax' | dc; echo $?
#### dc: 16 o 255.9 p 92
printf '%s\n' '16 o 255.9 p' | dc; echo $?
#### dc: 2o 5 p 0.5 p 93
printf '%s\n' '2o 5 p 0.5 p' | dc; echo $?
#### dc: 100 o 255 255.5 p 94
printf '%s\n' '100 o 255 255.5 p' | dc; echo $?
#### dc: ap 95
printf '%s\n' '[]ap' | dc; echo $?
#### dc: 0ap 96
printf '%s\n' '0ap' | dc; echo $?
#### dc: 65.9ap 97
printf '%s\n' '65.9ap' | dc; echo $?
#### dc: 1 2 3   f 98
printf '%s\n' '1 2 3 ; f' | dc; echo $?
#### dc: 5p 6p 99
printf '%s\n' '5p]6p' | dc; echo $?
#### dc: _ p 100
printf '%s\n' '_ p' | dc; echo $?
#### dc: __5p 101
printf '%s\n' '__5p' | dc; echo $?
#### dc: _1.5p 102
printf '%s\n' '_1.5p' | dc; echo $?
#### dc: 1_5pp 103
printf '%s\n' '1_5pp' | dc; echo $?
#### dc: 1-5pp 104
printf '%s\n' '1-5pp' | dc; echo $?
#### dc: .p 105
printf '%s\n' '.p' | dc; echo $?
#### dc: 1.2.3pp 106
printf '%s\n' '1.2.3pp' | dc; echo $?
#### dc: 1e5 107
printf '%s\n' '1e5' | dc; echo $?
#### dc: 1  a  =b 108
printf '%s\n' '1 [a] =b' | dc; echo $?
#### dc: 1 2 3 4 5 109
printf '%s\n' '1 2 3 4 5|' | dc; echo $?
#### dc: 1k 2 .5 ^ p 110
printf '%s\n' '1k 2 .5 ^ p' | dc; echo $?
#### dc: 9 _1 ^p 111
printf '%s\n' '9 _1 ^p' | dc; echo $?
#### dc: a v 112
printf '%s\n' '[a]v' | dc; echo $?
#### dc: 1 113
printf '%s\n' '1 ~' | dc; echo $?
#### dc: a 114
printf '%s\n' ':a' | dc; echo $?
#### dc: 1 a 115
printf '%s\n' '1:a' | dc; echo $?
#### dc: Sa 116
printf '%s\n' 'Sa' | dc; echo $?
#### dc: 20k 2v p 3v p 117
printf '%s\n' '20k 2v p 3v p' | dc; echo $?
#### dc: d1-d1 F* dsFx p 118
printf '%s\n' '[d1-d1<F*]dsFx p' | dc; echo $?
#### dc: 10  d1-d1 F* dsFx p 119
printf '%s\n' '10 [d1-d1<F*]dsFx p' | dc; echo $?
#### dc: la1+dsa*pla10 y sy 0sa1 lyx 120
printf '%s\n' '[la1+dsa*pla10>y]sy 0sa1 lyx' | dc; echo $?
#### dc: 1 2 3 c f 121
printf '%s\n' '1 2 3 c f' | dc; echo $?
#### dc: 10 sa  la p 1 - d sa 0  l sl la lx lax 122
printf '%s\n' '10 sa [la p 1 - d sa 0 <l]sl la lx lax' | dc; echo $?
#### dc: abc p x 123
printf '%s\n' '[[abc]p]x' | dc; echo $?
#### dc: 5 5=a 124
printf '%s\n' '5 5=a' | dc; echo $?
#### dc: 3 4 5 f c z p 125
printf '%s\n' '3 4 5 f c z p' | dc; echo $?
#### dc: 5 p 126
printf '%s\n' '? 5 p' | dc; echo $?
#### dc: 1 1 +p 2 2*p 127
printf '%s\n' '1 1 +p 2 2*p' | dc; echo $?
#### dc: 1 2 + p x p 128
printf '%s\n' '[1 2 +]p x p' | dc; echo $?
#### dc: 8i 17 p 7.4 p 129
printf '%s\n' '8i 17 p 7.4 p' | dc; echo $?
#### dc: 2i 101.1 p A p 130
printf '%s\n' '2i 101.1 p A p' | dc; echo $?
#### dc: 1000000 1000000*p 131
printf '%s\n' '1000000 1000000*p' | dc; echo $?
#### dc: 0 3 ^ p 0 0 ^p 132
printf '%s\n' '0 3 ^ p 0 0 ^p' | dc; echo $?
#### dc: 2 100 ^ 3 2 ^   p 133
printf '%s\n' '2 100 ^ 3 2 ^ | p' | dc; echo $?
#### dc: 1 2 +  ok p 134
printf '%s\n' '1 2 + [ok]p' | dc; echo $?
#### dc: 12 34 56 P P P 135
printf '%s\n' '12 34 56 P P P' | dc; echo $?
#### dc: 1 2 3 2R f 136
printf '%s\n' '1 2 3 2R f' | dc; echo $?
#### dc: 2Q 9p x 5p x 6p x 7p 137
printf '%s\n' '[[[2Q 9p]x 5p]x 6p]x 7p' | dc; echo $?
#### dc: 3Q 9p x 5p x 6p x 7p 138
printf '%s\n' '[[[3Q 9p]x 5p]x 6p]x 7p' | dc; echo $?
#### dc: 1Q 9p x 5p x 6p x 7p 139
printf '%s\n' '[[[1Q 9p]x 5p]x 6p]x 7p' | dc; echo $?
#### dc: 4Q 9p x 5p x 6p x 7p 140
printf '%s\n' '[[[4Q 9p]x 5p]x 6p]x 7p' | dc; echo $?
#### dc: q 9p x 5p x 6p x 7p 141
printf '%s\n' '[[[q 9p]x 5p]x 6p]x 7p' | dc; echo $?
#### dc: options
dc -e '1 2+p' -e '3p'; dc --expression='7 8*p'; echo '7p' >f.dc; dc -f f.dc -e 8p; dc --file=f.dc; dc f.dc f.dc; echo '5p' | dc -e 1p -; dc missing.dc; echo $?; dc -e q; echo $?
#### dc: length of lines
DC_LINE_LENGTH=20 dc -e '2 100^p'; DC_LINE_LENGTH=0 dc -e '2 300^p'
#### dc: input
printf '?p' >q.dc; echo 42 | dc q.dc; echo '3 4' | dc -e '? + p'
