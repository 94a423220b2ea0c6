/**
 * Passwords attackers try first (the public lists agree), in lower case and longer than six; shorter ones never pass.
 */
const LIST = `
1234567 12345678 123456789 1234567890 12345678910 123123123 1231231 1111111 11111111 111111111 1111111111 0000000
00000000 000000000 0000000000 2222222 22222222 3333333 33333333 4444444 44444444 5555555 55555555 6666666 66666666
7777777 77777777 8888888 88888888 888888888 9999999 99999999 999999999 987654321 87654321 7654321 9876543210 0987654321
0123456 01234567 012345678 0123456789 123321123 1234321 12344321 123454321 1122334 11223344 1122334455 112233445566
123412345 12341234 1234554321 1234512345 123456123456 147258369 1472583690 159357159 159753159 741852963 789456123
963852741 31415926 314159265 11235813 20202020 20002000 12121212 1212121 13131313 10101010 1010101 69696969 21212121
52013141 5201314 1314520 13145200 5201314520 woaini1314 woaini520 woaini123 a1234567 a12345678 a123456789 aa123456
aa12345678 abc1234 abc12345 abc123456 abc123abc abcd1234 abcd12345 abcdefg abcdefgh abcdefghi abcdef123 abcabc123
1234abcd 123456a 1234567a 12345678a 123456789a 123456aa 123456abc 123456qq 123456qwe 123abc123 12345qwert 12345qwerty
123qweasd 123qwe123 123qweasdzxc 1q2w3e4 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz1qaz
2wsx3edc q1w2e3r4 q1w2e3r4t5 qazwsx1 qazwsx123 qazwsxedc qazwsxedcrfv qwe123123 qwe12345 qweasd123 qweasdzxc qwer1234
qwert123 qwert1234 qwert12345 qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyu qwertyui qwertyuiop
qwertyuiop123 qwertz123 qwertzuiop azertyuiop azerty123 asdasd123 asdfasdf asdfgh123 asdfghj asdfghjk asdfghjkl asdf1234
asd123456 zaq12wsx zaq1zaq1 zaq1xsw2 zxcvbnm zxcvbnm1 zxcvbnm123 zxc123456 zxcvbn123 poiuytrewq lkjhgfdsa mnbvcxz
password password1 password12 password123 password1234 password12345 password! password1! password01 password2 password3
passw0rd passw0rd1 p@ssword p@ssword1 p@ssw0rd p@ssw0rd1 pa55word pa$$word passwort passwort1 passwords mypassword
yourpassword newpassword nopassword changeme changeme1 changeme123 changeit letmein1 letmein123 letmeinnow welcome
welcome1 welcome12 welcome123 welcome1! welcome2 iloveyou iloveyou1 iloveyou2 iloveyou123 iloveu123 iloveme1 loveyou
loveyou1 loveme123 ilovegod lovelove mylove123 princess princess1 princess123 sunshine sunshine1 sunshine123 football
football1 baseball baseball1 basketball softball volleyball superman superman1 superman123 batman123 spiderman
spiderman1 pokemon pokemon1 pokemon123 starwars starwars1 startrek naruto123 michael michael1 michelle michelle1
jennifer jennifer1 jessica jessica1 jordan23 jordan123 charlie charlie1 charlie123 anthony anthony1 ashley123 daniel123
matthew matthew1 andrew123 nicole123 hannah123 william william1 jonathan alexander alexandra elizabeth victoria samantha
samsung samsung1 samsung123 computer computer1 internet internet1 whatever whatever1 trustno1 monkey123 monkey12
dragon123 dragon12 master123 mustang mustang1 shadow123 freedom freedom1 forever forever1 killer123 hunter123
hunter2hunter2 ginger123 cookie123 chocolate chocolate1 butterfly butterfly1 strawberry cheese123 banana123 orange123
summer123 summer2023 summer2024 summer2025 winter123 winter2023 winter2024 winter2025 spring2024 spring2025 autumn2024
admin123 admin1234 admin12345 admin123456 administrator adminadmin administrator1 rootroot root1234 root123456 toor123
test123 test1234 test12345 test123456 testtest testing testing1 testing123 tester123 guest123 guest1234 user123 user1234
username username1 default default1 default123 login123 logmein1 access14 access123 secret123 secret1 supersecret
liverpool liverpool1 chelsea chelsea1 arsenal arsenal1 barcelona barcelona1 realmadrid juventus manchester manutd1
blink182 metallica nirvana1 linkinpark eminem123 slipknot slipknot1 corvette ferrari ferrari1 porsche mercedes bitcoin
bitcoin1 bitcoin123 ethereum ethereum1 crypto123 blockchain satoshi1 tomoon123 tothemoon hodlhodl binance binance1
binance123 coinbase coinbase1 tidemark tidemark1 tidemark123 exchange exchange1 trading trading1 trading123 google123
facebook facebook1 youtube123 linkedin linkedin1 microsoft windows windows1 windows10 apple123 iphone123 fuckyou
fuckyou1 fuckyou2 fuckyou123 asshole asshole1 bullshit aaaaaaa aaaaaaaa aaaaaaaaa aaaaaaaaaa xxxxxxx xxxxxxxx zzzzzzz
zzzzzzzz qqqqqqq qqqqqqqq wwwwwwww abababab asdfzxcv qwerasdf qwerasdfzxcv q1q1q1q1 a1b2c3d a1b2c3d4 a1b2c3d4e5 1a2b3c4
1a2b3c4d 1a2b3c4d5e aaa111222 aaa12345 aaaa1111 abc123!@# !@#$%^& !@#$%^&* !@#$%^&*( !qaz2wsx 1qaz@wsx zaq!2wsx
galatasaray galatasaray1905 fenerbahce fenerbahce1907 besiktas besiktas1903 trabzonspor istanbul istanbul34 mustafa1
turkiye turkiye1 ataturk ataturk1881 parola123 sifre123 sifre1234 contraseña contrasena contrasena1 contrasena123
teamo123 tequiero tequiero1 teamomucho estrella mariposa princesa princesa1 hermosa chocolate123 colombia mexico123
argentina bocajuniors riverplate barcelona123 realmadrid1 matkhau123 matkhau1 anhyeuem anhyeuem1 emyeuanh iloveyou1234
vietnam1 vietnam123 saigon123 indonesia indonesia1 jakarta123 bismillah bismillah1 alhamdulillah sayangku sayang123
rahasia rahasia1 rahasia123 doraemon pikachu123 sakura123 nippon123 tokyo2020 samsung1234 dkssudgktpdy tkfkdgo sarang123
korea1234 seoul1234 thailand thailand1 bangkok123 asdqwe123 qweqwe123 qwe123qwe wodemima woaiwojia woaini521 5211314
7758521 7758258 1314521 zxcvbnm12 aini1314 asd123123 qq123456 qq123456789 wang1234 liang123 a123123123 aa1234567
abc123123 1password 1qwerty 1234qwer 12qwaszx 12345abc 123456as 123456asd 123456zx 123456789q 123456789qwe 1234567890q
1234567q 12345678q 147852369 159159159 159357456 252525252 321321321 456456456 456123789 654321123 741741741 753159753
789789789 852456852 987987987 999888777 aspirine babygirl babygirl1 babygirl123 beautiful beautiful1 blessed1 bluebird
brandon1 brooklyn buster123 calvin123 cameron1 carolina cassandra champion champion1 christian christian1 christine
christopher clifford cowboys1 crystal1 danielle danielle1 deadpool destiny1 diamond1 dolphin1 dolphins dreamer1 einstein
elephant emmanuel everton1 evolution explorer fernando fireball flower123 formula1 fortnite fortnite1 gabriel1 gangster
gateway1 genesis1 gladiator godisgood goldfish graduate greenday guitar123 halloween happy123 harley123 harrypotter
hello123 hello1234 helloworld hello12345 hiphop123 hollywood honey123 hotmail1 inter123 ironman1 isabella jackson1
jackson5 jasmine1 jeremiah jesus123 jesuschrist jesusisking joshua123 justin123 kawasaki kingkong kristina lakers24
lauren123 leonardo lollipop lollipop1 london123 lovelife lovely123 madison1 marina123 marlboro marshall martinez
matrix123 maverick megatron melissa1 mercury1 midnight midnight1 minecraft minecraft1 mohammed mohamed1 monster1
monster123 montana1 morgan123 motorola mountain nascar24 national natalie1 nemesis1 newyork1 newyork123 nicholas
nicholas1 nintendo november october1 september december january1 february olivia123 operator overlord packers1 paradise
paradise1 passion1 patricia patrick1 peanut123 pepper123 phoenix1 platinum playboy1 playstation precious precious1
president princess12 professional purple123 rainbow1 rainbow123 raiders1 rangers1 rebecca1 redskins remember richard1
robert123 rockstar1 rockyou rockyou1 ronaldo7 ronaldo123 rush2112 russia123 sabrina1 sandra123 scooby123 scorpion
scorpion1 security security1 sergey123 serenity shannon1 silver123 simpsons skywalker slayer666 smokey123 snickers
snoopy123 snowball soccer123 soccer10 something spartan1 special1 squirrel starlight stephanie steelers steelers1
stronger sublime1 sundance supernova superstar superstar1 sweetheart sweety123 sweetie1 swimming taylor123 tennis123
terminator theking1 thomas123 thunder1 thunder123 tiffany1 tiger123 tigers123 tinkerbell tottenham travis123 trinity1
triumph1 trustme1 undertaker unicorn1 universe vanessa1 vampire1 vladimir voodoo123 warcraft warrior1 warriors westside
wildcats william123 winner123 wolverine wolves123 wonderful wrestling yankees1 yankees2 yellow123 zachary1 zeppelin
zidane10 messi123 messi10 neymar123 cristiano cr7cr7cr7 covid2020 covid19covid letmein! p@55w0rd p4ssw0rd pass1234
pass12345 pass123456 passpass passport password0 password00 password11 password22 password99 password2020 password2021
password2022 password2023 password2024 password2025 password2026 welcome2023 welcome2024 welcome2025 welcome2026
summer2026 winter2026 spring2026 admin2024 admin2025 admin@123 admin888 admin666 qwerty123! qwerty!@# qwerty2024
qwerty2025 abcd123456 abcdefg1 abcdefgh1 abcdefghij aaaaaa1 asdfgh1 asdf12345 asdfjkl; asdfghjkl1 1234567899 1234567891
123456780 1234567800 12345679 123456788 11111112 1111222 11112222 111222333 112112112 121212121 123123a 123123123a
123123456 1233211 123456654321
`;

let known: ReadonlySet<string> | undefined;

/** Reports whether a lower-case password is common. Parses the list on first use, not at load. */
export function isCommonPassword(plain: string): boolean {
  known ??= new Set(listCommonPasswords());
  return known.has(plain);
}

/** Returns the list, for its own test. */
export const listCommonPasswords = (): string[] => LIST.trim().split(/\s+/);
