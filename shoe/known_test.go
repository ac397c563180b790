package shoe

// knownAnswers are seeds (byte i is first + i*step), decks, and the first and
// last cards of the order. They were made by a second implementation of the
// documented steps, in another language, with its own ChaCha20.
var knownAnswers = []struct {
	first, step byte
	decks       int
	head, tail  string
}{
	{0, 0, 1, "Td 3h 7s 3s 4d Js 8s 7c Kd Th 9c Tc 8d 8h 9d 5d 6s Qc Jh Jc", "Qs 2c Kc 7h As 7d"},
	{0, 1, 6, "5s 2d 3d Jd Ad Jh Ah 5h 6d 9d 2s 5s 7c 9c 6d 4s 8d Ts 5d 9s", "7s Ac 9s Th 7d 3d"},
	{255, 0, 8, "Tc 4h 9c Td Ac 3d Qs Jc Ks 9h 6c Ad 7h Kd 2c 4c 2h Js 3s Td", "2s 5d 6h 2c 9c Kd"},
	{3, 7, 2, "8s 4s 9s 8c 6c Jh 9h 7h 8c 7d 9c Qc Jd Qc 7s 3c 7c 4h 4c Js", "9d 5c 6c 5s Kh 4d"},
}
