/** What attackers try first (the public lists agree), in small letters and longer than six; shorter ones never pass. */
const LIST = `
1234567 12345678 123456789 1234567890 12345678910 123123123 1231231 1111111 11111111 111111111 1111111111 0000000
00000000 000000000 0000000000 2222222 22222222 3333333 33333333 4444444 44444444 5555555 55555555 6666666 66666666
7777777 77777777 8888888 88888888 888888888 9999999 99999999 999999999 987654321 87654321 7654321 9876543210 0987654321
0123456 01234567 012345678 0123456789 123321123 1234321 12344321 123454321 1122334 11223344 1122334455 112233445566
123412345 12341234 1234554321 1234512345 123456123456 147258369 1472583690 159357159 159753159 741852963 789456123 963852741 741852963
31415926 314159265 11235813 20202020 20002000 12121212 1212121 13131313 10101010 1010101 69696969 21212121 52013141
5201314 1314520 13145200 5201314520 woaini1314 woaini520 woaini123 a1234567 a12345678 a123456789 aa123456 aa12345678
abc1234 abc12345 abc123456 abc123abc abcd1234 abcd12345 abcdefg abcdefgh abcdefghi abcdef123 abcabc123 1234abcd
123456a 1234567a 12345678a 123456789a 123456aa 123456abc 123456qq 123456qwe 123abc123 12345qwert 12345qwerty 123qweasd
123qwe123 123qweasdzxc 1q2w3e4 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz1qaz 2wsx3edc
q1w2e3r4 q1w2e3r4t5 qazwsx1 qazwsx123 qazwsxedc qazwsxedcrfv qwe123123 qwe12345 qweasd123 qweasdzxc qwer1234 qwert123
qwert1234 qwert12345 qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyu qwertyui qwertyuiop
qwertyuiop123 qwertz123 qwertzuiop azertyuiop azerty123 asdasd123 asdfasdf asdfgh123 asdfghj asdfghjk asdfghjkl asdf1234
asd123456 zaq12wsx zaq1zaq1 zaq1xsw2 zxcvbnm zxcvbnm1 zxcvbnm123 zxc123456 zxcvbn123 poiuytrewq lkjhgfdsa mnbvcxz
password password1 password12 password123 password1234 password12345 password! password1! password01 password2
password3 passw0rd passw0rd1 p@ssword p@ssword1 p@ssw0rd p@ssw0rd1 pa55word pa$$word passwort passwort1 passwords
mypassword yourpassword newpassword nopassword changeme changeme1 changeme123 changeit letmein1 letmein123 letmeinnow
welcome welcome1 welcome12 welcome123 welcome1! welcome2 iloveyou iloveyou1 iloveyou2 iloveyou123 iloveu123 iloveme1
loveyou loveyou1 loveme123 ilovegod lovelove mylove123 princess princess1 princess123 sunshine sunshine1 sunshine123
football football1 baseball baseball1 basketball softball volleyball superman superman1 superman123 batman123 spiderman
spiderman1 pokemon pokemon1 pokemon123 starwars starwars1 startrek naruto123 michael michael1 michelle michelle1
jennifer jennifer1 jessica jessica1 jordan23 jordan123 charlie charlie1 charlie123 anthony anthony1 ashley123 daniel123
matthew matthew1 andrew123 nicole123 hannah123 william william1 jonathan alexander alexandra elizabeth victoria
samantha samsung samsung1 samsung123 computer computer1 internet internet1 whatever whatever1 trustno1 monkey123
monkey12 dragon123 dragon12 master123 mustang mustang1 shadow123 freedom freedom1 forever forever1 killer123 hunter123
hunter2hunter2 ginger123 cookie123 chocolate chocolate1 butterfly butterfly1 strawberry cheese123 banana123 orange123
summer123 summer2023 summer2024 summer2025 winter123 winter2023 winter2024 winter2025 spring2024 spring2025 autumn2024
admin123 admin1234 admin12345 admin123456 administrator adminadmin administrator1 rootroot root1234 root123456 toor123
test123 test1234 test12345 test123456 testtest testing testing1 testing123 tester123 guest123 guest1234 user123
user1234 username username1 default default1 default123 login123 logmein1 access14 access123 secret123 secret1 supersecret
liverpool liverpool1 chelsea chelsea1 arsenal arsenal1 barcelona barcelona1 realmadrid juventus manchester manutd1
blink182 metallica nirvana1 linkinpark eminem123 slipknot slipknot1 corvette ferrari ferrari1 porsche mercedes
bitcoin bitcoin1 bitcoin123 ethereum ethereum1 crypto123 blockchain satoshi1 tomoon123 tothemoon hodlhodl binance
binance1 binance123 coinbase coinbase1 tidemark tidemark1 tidemark123 exchange exchange1 trading trading1 trading123
google123 facebook facebook1 youtube123 linkedin linkedin1 microsoft windows windows1 windows10 apple123 iphone123
fuckyou fuckyou1 fuckyou2 fuckyou123 asshole asshole1 bullshit aaaaaaa aaaaaaaa aaaaaaaaa aaaaaaaaaa xxxxxxx xxxxxxxx
zzzzzzz zzzzzzzz qqqqqqq qqqqqqqq wwwwwwww abababab asdfzxcv qwerasdf qwerasdfzxcv q1q1q1q1 a1b2c3d a1b2c3d4 a1b2c3d4e5
1a2b3c4 1a2b3c4d 1a2b3c4d5e aaa111222 aaa12345 aaaa1111 abc123!@# !@#$%^& !@#$%^&* !@#$%^&*( !qaz2wsx 1qaz@wsx zaq!2wsx
galatasaray galatasaray1905 fenerbahce fenerbahce1907 besiktas besiktas1903 trabzonspor istanbul istanbul34 mustafa1
turkiye turkiye1 ataturk ataturk1881 parola123 sifre123 sifre1234
`;

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(LIST.trim().split(/\s+/));
