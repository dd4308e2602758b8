#### bc: 1/3 n
printf '%b' '1/3\n' | bc
#### bc: scale=5 1/3 n
printf '%b' 'scale=5;1/3\n' | bc
#### bc: 2^100 n
printf '%b' '2^100\n' | bc
#### bc: x n
printf '%b' 'x\n' | bc
#### bc: x= n
printf '%b' 'x=;\n' | bc
#### bc: 1/0 n
printf '%b' '1/0\n' | bc
#### bc: sqrt(-1) n
printf '%b' 'sqrt(-1)\n' | bc
#### bc: 2^0.5 n
printf '%b' '2^0.5\n' | bc
#### bc: 2^-2 n
printf '%b' '2^-2\n' | bc
#### bc: scale=3 2^-2 n
printf '%b' 'scale=3;2^-2\n' | bc
#### bc: 5%3 n
printf '%b' '5%3\n' | bc
#### bc: scale=3 5%3 n
printf '%b' 'scale=3;5%3\n' | bc
#### bc: -5%3 n
printf '%b' '-5%3\n' | bc
#### bc: ibase=16 FF n
printf '%b' 'ibase=16;FF\n' | bc
#### bc: obase=16 255 n
printf '%b' 'obase=16;255\n' | bc
#### bc: obase=16 255.5 n
printf '%b' 'obase=16;255.5\n' | bc
#### bc: scale=4 obase=2 .3 n
printf '%b' 'scale=4;obase=2;.3\n' | bc
#### bc: obase=100 12345 n
printf '%b' 'obase=100;12345\n' | bc
#### bc: a n
printf '%b' '"a\n' | bc
#### bc: print  a n b 1 n
printf '%b' 'print "a\\n","b",1\n' | bc
#### bc: last n
printf '%b' 'last\n' | bc
#### bc: .5 n
printf '%b' '.5\n' | bc
#### bc: -.5 n
printf '%b' '-.5\n' | bc
#### bc: length(1.50) n
printf '%b' 'length(1.50)\n' | bc
#### bc: scale(1.50) n
printf '%b' 'scale(1.50)\n' | bc
#### bc: define f(x) return x*2 f(3) n
printf '%b' 'define f(x){return x*2};f(3)\n' | bc
#### bc: if(1 2)1 else 2 n
printf '%b' 'if(1>2)1 else 2\n' | bc
#### bc: for(i=0 i 3 ++i)i n
printf '%b' 'for(i=0;i<3;++i)i\n' | bc
#### bc: a 3 =5 a 3 a n
printf '%b' 'a[3]=5;a[3];a\n' | bc
#### bc: foo n
printf '%b' 'foo\n' | bc
#### bc: 1+ n
printf '%b' '1+\n' | bc
#### bc: f(1) n
printf '%b' 'f(1)\n' | bc
#### bc: 1.23*4.56 n
printf '%b' '1.23*4.56\n' | bc
#### bc: ++x n
printf '%b' '++x\n' | bc
#### bc: x++ n
printf '%b' 'x++\n' | bc
#### bc: halt n
printf '%b' 'halt\n' | bc
#### bc: 1=2 n
printf '%b' '1=2\n' | bc
#### bc: a=b=3 n
printf '%b' 'a=b=3\n' | bc
#### bc: (a=3) n
printf '%b' '(a=3)\n' | bc
#### bc: 0 n
printf '%b' '!0\n' | bc
#### bc: 1 0 n
printf '%b' '1&&0\n' | bc
#### bc: 1 0 n 42
printf '%b' '1||0\n' | bc
#### bc: 1 2 n
printf '%b' '1<2\n' | bc
#### bc: 1.5^2 n
printf '%b' '1.5^2\n' | bc
#### bc: 1.55^3 n
printf '%b' '1.55^3\n' | bc
#### bc: scale=2 7/3*3 n
printf '%b' 'scale=2;7/3*3\n' | bc
#### bc: 007 n
printf '%b' '007\n' | bc
#### bc: ibase=2 102 n
printf '%b' 'ibase=2;102\n' | bc
#### bc: ibase=16 ibase=A ibase n
printf '%b' 'ibase=16;ibase=A;ibase\n' | bc
#### bc: 0x1F n
printf '%b' '0x1F\n' | bc
#### bc: 1e5 n
printf '%b' '1e5\n' | bc
#### bc: /* c */ 1   d n
printf '%b' '/* c */ 1 # d\n' | bc
#### bc: auto n
printf '%b' 'auto\n' | bc
#### bc: 2^10000000000000000000 n
printf '%b' '2^10000000000000000000\n' | bc
#### bc: a 70000 n
printf '%b' 'a[70000]\n' | bc
#### bc: obase=1 n
printf '%b' 'obase=1\n' | bc
#### bc: ibase=50 n
printf '%b' 'ibase=50\n' | bc
#### bc: ibase=1 n
printf '%b' 'ibase=1\n' | bc
#### bc: scale=-1 n
printf '%b' 'scale=-1\n' | bc
#### bc: define void f() 1 f() n
printf '%b' 'define void f(){1};f()\n' | bc
#### bc: define void f() 1 nf() n
printf '%b' 'define void f(){1}\nf()\n' | bc
#### bc: -(1) n
printf '%b' '-(1)\n' | bc
#### bc: 1 2 n 63
printf '%b' '1;2\n' | bc
#### bc: sqrt(2) n
printf '%b' 'sqrt(2)\n' | bc
#### bc: scale=20 sqrt(2) n
printf '%b' 'scale=20;sqrt(2)\n' | bc
#### bc: sqrt(16) n
printf '%b' 'sqrt(16)\n' | bc
#### bc: sqrt(.25) n
printf '%b' 'sqrt(.25)\n' | bc
#### bc: a 1000000000 n
printf '%b' 'a[1000000000]\n' | bc
#### bc: a -1 n
printf '%b' 'a[-1]\n' | bc
#### bc: a 1.7 =3 a 1 n
printf '%b' 'a[1.7]=3;a[1]\n' | bc
#### bc: define f(a ) a 1 =3 nb 1 =2 x=f(b ) b 1 n
printf '%b' 'define f(a[]){a[1]=3;}\nb[1]=2;x=f(b[]);b[1]\n' | bc
#### bc: define f(*a ) a 1 =3 nb 1 =2 x=f(b ) b 1 n
printf '%b' 'define f(*a[]){a[1]=3;}\nb[1]=2;x=f(b[]);b[1]\n' | bc
#### bc: define f(x) return(x+1) nf(1 2) n
printf '%b' 'define f(x){return(x+1)}\nf(1,2)\n' | bc
#### bc: define f(x) return(x+1) nf() n
printf '%b' 'define f(x){return(x+1)}\nf()\n' | bc
#### bc: return 1 n
printf '%b' 'return 1\n' | bc
#### bc: break n
printf '%b' 'break\n' | bc
#### bc: continue n
printf '%b' 'continue\n' | bc
#### bc: if(1) n2 n
printf '%b' 'if(1)\n2\n' | bc
#### bc: while(1) i=i+1 if(i 3)break i n
printf '%b' 'while(1){i=i+1;if(i>3)break;i}\n' | bc
#### bc: for( ) i+=1 if(i 3)break i n
printf '%b' 'for(;;){i+=1;if(i>3)break;i}\n' | bc
#### bc: obase=16 -255.75 n
printf '%b' 'obase=16;-255.75\n' | bc
#### bc: scale=5 obase=7 1/3 n
printf '%b' 'scale=5;obase=7;1/3\n' | bc
#### bc: obase=20 399.95 n
printf '%b' 'obase=20;399.95\n' | bc
#### bc: abc 1 n
printf '%b' '"abc";1\n' | bc
#### bc: print 1 2 n
printf '%b' 'print 1,2\n' | bc
#### bc: print  x ty q n n
printf '%b' 'print "x\\ty\\q\\\\\\n"\n' | bc
#### bc: a=-3 -a^2 n
printf '%b' 'a=-3;-a^2\n' | bc
#### bc: 2^3^2 n
printf '%b' '2^3^2\n' | bc
#### bc: -2^2 n
printf '%b' '-2^2\n' | bc
#### bc: 1==0 n
printf '%b' '!1==0\n' | bc
#### bc: 1 2 3 n
printf '%b' '1<2<3\n' | bc
#### bc: a=5 a+=2 a n
printf '%b' 'a=5;a+=2;a\n' | bc
#### bc: a=7 a%=4 a n
printf '%b' 'a=7;a%=4;a\n' | bc
#### bc: a=2 a-- a n
printf '%b' 'a=2;a--;a\n' | bc
#### bc: 5/0.0 n
printf '%b' '5/0.0\n' | bc
#### bc: 5%0 n
printf '%b' '5%0\n' | bc
#### bc: last=5 last . n
printf '%b' 'last=5;last;.\n' | bc
#### bc: .+1 n
printf '%b' '.+1\n' | bc
#### bc: ibase=16 A.8 n
printf '%b' 'ibase=16;A.8\n' | bc
#### bc: ibase=16 10.11 n
printf '%b' 'ibase=16;10.11\n' | bc
#### bc: ibase=2 0.101 n
printf '%b' 'ibase=2;0.101\n' | bc
#### bc: scale=10 ibase=3 .1 n
printf '%b' 'scale=10;ibase=3;.1\n' | bc
#### bc: length(0) n
printf '%b' 'length(0)\n' | bc
#### bc: length(.001) n
printf '%b' 'length(.001)\n' | bc
#### bc: length(-12.3) n
printf '%b' 'length(-12.3)\n' | bc
#### bc: 1.000+2 n
printf '%b' '1.000+2\n' | bc
#### bc: 0.0 n
printf '%b' '0.0\n' | bc
#### bc: -0.0 n
printf '%b' '-0.0\n' | bc
#### bc: 00.10 n
printf '%b' '00.10\n' | bc
#### bc: a=1 b=2 n
printf '%b' 'a=1 b=2\n' | bc
#### bc: 1 2 n 111
printf '%b' '1 2\n' | bc
#### bc: n
printf '%b' '@\n' | bc
#### bc: n 113
printf '%b' '$\n' | bc
#### bc: define f(x) nauto y ny=x*2 nreturn y n nf(4) n
printf '%b' 'define f(x){\nauto y\ny=x*2\nreturn y\n}\nf(4)\n' | bc
#### bc: define f(x)  auto y  y 1 =x  return y 1 nf(2) n
printf '%b' 'define f(x) {auto y[]; y[1]=x; return y[1]}\nf(2)\n' | bc
#### bc: /* unterminated n
printf '%b' '/* unterminated\n' | bc
#### bc: 5 /* a nb */ + 2 n
printf '%b' '5 /* a\nb */ + 2\n' | bc
#### bc: while(0)1 n2 n
printf '%b' 'while(0)1\n2\n' | bc
#### bc: if (0) 1 else if (1) 2 n
printf '%b' 'if (0) 1 else if (1) 2\n' | bc
#### bc: if (1)  1 2 n
printf '%b' 'if (1) {1;2}\n' | bc
#### bc: 1 2 n 121
printf '%b' '{1;2}\n' | bc
#### bc: 1 n2 n
printf '%b' '{1\n2}\n' | bc
#### bc: ibase=10 ibase=16 ibase=10 ibase n
printf '%b' 'ibase=10;ibase=16;ibase=10;ibase\n' | bc
#### bc: 1 == 1 == 1 n
printf '%b' '1 == 1 == 1\n' | bc
#### bc: a=(b=4)+1 a b n
printf '%b' 'a=(b=4)+1;a;b\n' | bc
#### bc: 9999999999*9999999999 n
printf '%b' '9999999999*9999999999\n' | bc
#### bc: 12345678901234567890/987654321 n
printf '%b' '12345678901234567890/987654321\n' | bc
#### bc: scale=50 1/7 n
printf '%b' 'scale=50;1/7\n' | bc
#### bc: obase=16 2^300 n
printf '%b' 'obase=16;2^300\n' | bc
#### bc: 2^300 n
printf '%b' '2^300\n' | bc
#### bc: 2^240/3.0 n
printf '%b' '2^240/3.0\n' | bc
#### bc: 1 quit n
printf '%b' '1;quit\n' | bc
#### bc: if(0) quit n1 n
printf '%b' 'if(0) quit\n1\n' | bc
#### bc: define f(x) nreturn x/0 n nf(1) n2 n
printf '%b' 'define f(x){\nreturn x/0\n}\nf(1)\n2\n' | bc
#### bc: 1 1/0 2 n3 n
printf '%b' '1;1/0;2\n3\n' | bc
#### bc: n1 n2 3 n4 n n5 n
printf '%b' '{\n1\n2 3\n4\n}\n5\n' | bc
#### bc: if(1) n1 n nelse 2 n
printf '%b' 'if(1){\n1\n}\nelse 2\n' | bc
#### bc: define f() n1 n
printf '%b' 'define f(){\n1\n' | bc
#### bc: f(a ) n
printf '%b' 'f(a[])\n' | bc
#### bc: define f(x)  auto x  return x n
printf '%b' 'define f(x){ auto x; return x}\n' | bc
#### bc: define f(x x) return x n
printf '%b' 'define f(x,x){return x}\n' | bc
#### bc: x 1 n1 n
printf '%b' 'x[1\n1\n' | bc
#### bc: 2^(2^70) n
printf '%b' '2^(2^70)\n' | bc
#### bc: length(a ) n
printf '%b' 'length(a[])\n' | bc
#### bc: 1 + n2 n
printf '%b' '1 +\\\n2\n' | bc
#### bc: return(1) n
printf '%b' 'return(1)\n' | bc
#### bc: define f() return nf() n
printf '%b' 'define f(){return}\nf()\n' | bc
#### bc: scale=1000000000000 n
printf '%b' 'scale=1000000000000\n' | bc
#### bc: a= b n1 n
printf '%b' 'a=;b\n1\n' | bc
#### bc: obase=16 obase n
printf '%b' 'obase=16;obase\n' | bc
#### bc: for(i=0 i 2 i++) i continue 9 n
printf '%b' 'for(i=0;i<2;i++){i;continue;9}\n' | bc
#### bc: abc=5 ABC n
printf '%b' 'abc=5;ABC\n' | bc
#### bc: Abc n
printf '%b' 'Abc\n' | bc
#### bc: a.b n
printf '%b' 'a.b\n' | bc
#### bc: 1.2.3 n
printf '%b' '1.2.3\n' | bc
#### bc: .. n
printf '%b' '..\n' | bc
#### bc: if (1 0   2 1) 7 n
printf '%b' 'if (1>0 && 2>1) 7\n' | bc
#### bc: 1 2 n 158
printf '%b' '1,2\n' | bc
#### bc: f( n
printf '%b' 'f(\n' | bc
#### bc: 5 n
printf '%b' '5!\n' | bc
#### bc: 3= 4 n
printf '%b' '3=!4\n' | bc
#### bc: 2**3 n
printf '%b' '2**3\n' | bc
#### bc: 2 3 n
printf '%b' '2<>3\n' | bc
#### bc: history n
printf '%b' 'history\n' | bc
#### bc: last=7 nlast+1 n. n
printf '%b' 'last=7\nlast+1\n.\n' | bc
#### bc: --5 n
printf '%b' '--5\n' | bc
#### bc: - -5 n
printf '%b' '- -5\n' | bc
#### bc: 5- n-3 n
printf '%b' '5-\n-3\n' | bc
#### bc: a 1 ++ na 1 n++a 1 na 1 -=3 na 1 n
printf '%b' 'a[1]++\na[1]\n++a[1]\na[1]-=3\na[1]\n' | bc
#### bc: auto x n
printf '%b' 'auto x\n' | bc
#### bc: define n
printf '%b' 'define\n' | bc
#### bc: else n
printf '%b' 'else\n' | bc
#### bc: define f(x) a return x nf(1)+f(2) n
printf '%b' 'define f(x){"a";return x;}\nf(1)+f(2)\n' | bc
#### bc: x=1 x+=x++ x n
printf '%b' 'x=1;x+=x++;x\n' | bc
#### bc: n n1/0 n
printf '%b' '\n\n1/0\n' | bc
#### bc: define f(n) if(n =1)return 1 return n*f(n-1) nf(20) n
printf '%b' 'define f(n){if(n<=1)return 1;return n*f(n-1)}\nf(20)\n' | bc
#### bc: scale=3 -1/3 n-2%3 n
printf '%b' 'scale=3;-1/3\n-2%3\n' | bc
#### bc: a=0.00 a n1.00-1 n
printf '%b' 'a=0.00;a\n1.00-1\n' | bc
#### bc: scale=4 1.00-1 -.0001*.0001 n
printf '%b' 'scale=4;1.00-1;-.0001*.0001\n' | bc
#### bc: ibase=16 obase=10 FF n
printf '%b' 'ibase=16;obase=10;FF\n' | bc
#### bc: obase=60 3661.5 n
printf '%b' 'obase=60;3661.5\n' | bc
#### bc: obase=36 35 n
printf '%b' 'obase=36;35\n' | bc
#### bc: obase=17 16 300 n
printf '%b' 'obase=17;16;300\n' | bc
#### bc: s(1) s(2) s(3) s(4) s(5) s(6) s(7) s(-1) s(-2) s(-4) s(-6.3)
printf '%b' 's(1);s(2);s(3);s(4);s(5);s(6);s(7);s(-1);s(-2);s(-4);s(-6.3);s(100);s(0)\n' | bc -l
#### bc: c(1) c(2) c(3) c(4) c(5) c(6) c(7) c(-1) c(-2) c(-4) c(-6.3)
printf '%b' 'c(1);c(2);c(3);c(4);c(5);c(6);c(7);c(-1);c(-2);c(-4);c(-6.3);c(100);c(0)\n' | bc -l
#### bc: a(1) a(.5) a(-3) a(.01) a(10) a(0) n
printf '%b' 'a(1);a(.5);a(-3);a(.01);a(10);a(0)\n' | bc -l
#### bc: l(2) l(10) l(.5) l(100) l(1) l(0) l(-1) l(12345.678) l(.0001
printf '%b' 'l(2);l(10);l(.5);l(100);l(1);l(0);l(-1);l(12345.678);l(.0001)\n' | bc -l
#### bc: e(1) e(-1) e(.5) e(10) e(-10) e(0) e(2.5) e(20) n
printf '%b' 'e(1);e(-1);e(.5);e(10);e(-10);e(0);e(2.5);e(20)\n' | bc -l
#### bc: j(0 1) j(1 2) j(2 3) j(-2 1.5) j(-1 2) j(2.5 1) j(0 0) j(1 0
printf '%b' 'j(0,1);j(1,2);j(2,3);j(-2,1.5);j(-1,2);j(2.5,1);j(0,0);j(1,0)\n' | bc -l
#### bc: scale=50 4*a(1) n
printf '%b' 'scale=50;4*a(1)\n' | bc -l
#### bc: scale=5 e(2.5) s(1) l(3) a(2) n
printf '%b' 'scale=5;e(2.5);s(1);l(3);a(2)\n' | bc -l
#### bc: scale=0 e(1) s(1) l(10) n
printf '%b' 'scale=0;e(1);s(1);l(10)\n' | bc -l
#### bc: e(1 2) n
printf '%b' 'e(1,2)\n' | bc -l
#### bc: e() n
printf '%b' 'e()\n' | bc -l
#### bc: obase=2 10.5 obase=8 100 obase=16 .1 n
printf '%b' 'obase=2;10.5;obase=8;100;obase=16;.1\n' | bc
#### bc: 1.1*1.1 1.10*1.1 scale=1 1.10*1.1 n
printf '%b' '1.1*1.1;1.10*1.1;scale=1;1.10*1.1\n' | bc
#### bc: scale=2 10/3 -10/3 10/-3 10%3 -10%3 10%-3 10.5%3 n
printf '%b' 'scale=2;10/3;-10/3;10/-3;10%3;-10%3;10%-3;10.5%3\n' | bc
#### bc: scale=0 10/3 10%3 10.55%3 -10%3 7.5%2 n
printf '%b' 'scale=0;10/3;10%3;10.55%3;-10%3;7.5%2\n' | bc
#### bc: 5^0 0^0 0^5 0^-1 n
printf '%b' '5^0;0^0;0^5;0^-1\n' | bc
#### bc: (-2)^3 (-2)^-3 n
printf '%b' '(-2)^3;(-2)^-3\n' | bc
#### bc: scale=10 (-2)^-3 1.5^-2 .5^10 1.01^100 n
printf '%b' 'scale=10;(-2)^-3;1.5^-2;.5^10;1.01^100\n' | bc
#### bc: sqrt(0) sqrt(1) sqrt(1.00) sqrt(10.5) scale=3 sqrt(10) sqrt(
printf '%b' 'sqrt(0);sqrt(1);sqrt(1.00);sqrt(10.5);scale=3;sqrt(10);sqrt(2.00)\n' | bc
#### bc: print  a  1+1   b n n
printf '%b' 'print "a", 1+1, "b\\n"\n' | bc
#### bc: print -1 print 2 n
printf '%b' 'print -1;print 2\n' | bc
#### bc: define f(x) x=x+1 return x ny=3 f(y) y n
printf '%b' 'define f(x){x=x+1;return x}\ny=3;f(y);y\n' | bc
#### bc: define f() g=5 return 1 nf() g n
printf '%b' 'define f(){g=5;return 1}\nf();g\n' | bc
#### bc: define f(x) return x+y ndefine g(x) auto y y=10 return f(x)
printf '%b' 'define f(x){return x+y}\ndefine g(x){auto y;y=10;return f(x)}\ny=1;f(1);g(1)\n' | bc
#### bc: scale=2 a=10 a/=4 a a*=3 a a^=2 a a-=.5 a n
printf '%b' 'scale=2;a=10;a/=4;a;a*=3;a;a^=2;a;a-=.5;a\n' | bc
#### bc: 1==1.0 1 1.0 1 =1.0 2 1 2 =3 1 =1 n
printf '%b' '1==1.0;1<1.0;1<=1.0;2>1;2>=3;1!=1\n' | bc
#### bc: 1 0 5==5 n
printf '%b' '!1;!0;!5==5\n' | bc
#### bc: (1)+(2)*(3) n
printf '%b' '(1)+(2)*(3)\n' | bc
#### bc: 2+3*4^2/8%5 n
printf '%b' '2+3*4^2/8%5\n' | bc
#### bc: 1+2) n
printf '%b' '1+2)\n' | bc
#### bc: (1+2 n
printf '%b' '(1+2\n' | bc
#### bc: 1 n
printf '%b' '[1]\n' | bc
#### bc: a 1 n
printf '%b' 'a[1]\n' | bc
#### bc: a 1 =a 0 =4 a 1 +a 0 n
printf '%b' 'a[1]=a[0]=4;a[1]+a[0]\n' | bc
#### bc: x=5 y=x++ + ++x y x n
printf '%b' 'x=5;y=x++ + ++x;y;x\n' | bc
#### bc: define f(a b) return a-b nf(5 3) f(3 5) n
printf '%b' 'define f(a,b){return a-b}\nf(5,3);f(3,5)\n' | bc
#### bc: define z(n) if(n==0)return 0 return z(n-1) nz(100) n
printf '%b' 'define z(n){if(n==0)return 0;return z(n-1)}\nz(100)\n' | bc
#### bc: for(i=1 i =3 i++)for(j=1 j =3 j++)print i*j   n
printf '%b' 'for(i=1;i<=3;i++)for(j=1;j<=3;j++)print i*j," "\n' | bc
#### bc: i=5 while(i)i-- i n
printf '%b' 'i=5;while(i)i--;i\n' | bc
#### bc: i=0 while(1) if(++i==5)break i n
printf '%b' 'i=0;while(1){if(++i==5)break};i\n' | bc
#### bc: obase=16 ibase=16 FF+1 n
printf '%b' 'obase=16;ibase=16;FF+1\n' | bc
#### bc: ibase=8 17 18 19 n
printf '%b' 'ibase=8;17;18;19\n' | bc
#### bc: 9 ibase=8 9 99 n
printf '%b' '9;ibase=8;9;99\n' | bc
#### bc: ibase=16 A AB a n
printf '%b' 'ibase=16;A;AB;a\n' | bc
#### bc: length(123.456) scale(123.456) length(00012) n
printf '%b' 'length(123.456);scale(123.456);length(00012)\n' | bc
#### bc: 123456789012345678901234567890123456789012345678901234567890
printf '%b' '1234567890123456789012345678901234567890123456789012345678901234567890\n' | bc
#### bc: 123456789012345678901234567890123456789012345678901234567890 230
printf '%b' '123456789012345678901234567890123456789012345678901234567890123456789.5\n' | bc
#### bc: 1/3+1/3 n
printf '%b' '1/3+1/3\n' | bc
#### bc: if(1) 2 else 3 n
printf '%b' 'if(1){2}else{3}\n' | bc
#### bc: if(0) 2 else 3 n
printf '%b' 'if(0){2}else{3}\n' | bc
#### bc: if(1)if(0)1 else 2 n
printf '%b' 'if(1)if(0)1 else 2\n' | bc
#### bc: n 235
printf '%b' '{}\n' | bc
#### bc: n 236
printf '%b' ';\n' | bc
#### bc: 1 n 237
printf '%b' ';;1\n' | bc
#### bc: 1 2 n 238
printf '%b' '1;;2\n' | bc
#### bc: define f() n nf() n
printf '%b' 'define f(){\n}\nf()\n' | bc
#### bc: define f ( x )   return ( x )    nf( 3 ) n
printf '%b' 'define f ( x ) { return ( x ) ; }\nf( 3 )\n' | bc
#### bc: a = 3   a n
printf '%b' 'a = 3 ; a\n' | bc
#### bc: print n
printf '%b' 'print\n' | bc
#### bc: print  n
printf '%b' 'print ""\n' | bc
#### bc: a b n
printf '%b' '"a";"b"\n' | bc
#### bc: 1 n 245
printf '%b' '"";1\n' | bc
#### bc: while(i 3) i i+=1 n
printf '%b' 'while(i<3){i;i+=1}\n' | bc
#### bc: for(i=0 i 3 i+=1) ni n
printf '%b' 'for(i=0;i<3;i+=1){}\ni\n' | bc
#### bc: 1   0 n
printf '%b' '1 > 0\n' | bc
#### bc: x = 1   0  x n
printf '%b' 'x = 1 > 0; x\n' | bc
#### bc: a=1 b=2 a==b a=b a n
printf '%b' 'a=1;b=2;a==b;a=b;a\n' | bc
#### bc: -x n
printf '%b' '-x\n' | bc
#### bc: +1 n
printf '%b' '+1\n' | bc
#### bc: 1-+1 n
printf '%b' '1-+1\n' | bc
#### bc: 1--1 n
printf '%b' '1--1\n' | bc
#### bc: 2^-1 n
printf '%b' '2^-1\n' | bc
#### bc: 2^(-1) n
printf '%b' '2^(-1)\n' | bc
#### bc: scale=4 2^-1 4^.5 n
printf '%b' 'scale=4;2^-1;4^.5\n' | bc
#### bc: scale=4 4^1.5 n
printf '%b' 'scale=4;4^1.5\n' | bc
#### bc: options
bc -h >/dev/null; bc -v >/dev/null; echo 1 | bc -i >/dev/null; echo '1/3' | bc -l; echo '1/3' | bc --mathlib; echo '2' | bc -q; echo 2 | bc --quiet; echo 3 | bc -ql; printf 'x=5;x\n' >f.bc; echo 'x+1' | bc f.bc; echo 'x+1' | bc -q f.bc -; bc missing.bc; echo $?; bc f.bc f.bc </dev/null
#### bc: beyond POSIX
echo 'foo=1;1&&1;!1;print 1;if(1) 2 else 3' | bc -w; echo 'foo=1;1&&1;!1;print 1;if(1) 2 else 3' | bc -s; echo 'ab=2;ab' | bc --warn; echo 'ab=2' | bc --standard
#### bc: length of lines
for n in 20 0 2 x; do echo '2^300' | BC_LINE_LENGTH=$n bc; done; echo 'scale=5; 1/3' | BC_ENV_ARGS=-l bc
#### bc: random
echo 'random();random();random()' | bc
#### bc: a program
cat >fact.bc <<'X'
define f(n) {
  if (n <= 1) return 1
  return n * f(n - 1)
}
for (i = 1; i <= 10; ++i) {
  print i, "! = ", f(i), "\n"
}
scale = 40
r = sqrt(2)
r
r^2
quit
X
bc -q fact.bc
#### bc: in shell scripts
x=$(echo "scale=2; 10/4" | bc); echo "$x"; if (( $(echo "1.5 > 1.2" | bc -l) )); then echo yes; fi; echo "obase=2; 10" | bc; seq 5 | paste -sd+ | bc; bc <<< '3.14*2'; echo "ibase=16; obase=A; FF" | bc
