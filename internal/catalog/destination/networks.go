package destination

import "strings"

// Prefix names the network of the mobile numbers that start with it. It is a hint for people: no number is refused by it, since
// published tables are often wrong.
type Prefix struct {
	Digits   string
	Operator string // code of the operator of type mobile
}

// network is a network with the prefixes of its numbers, all of one length.
type network struct{ code, name, prefixes string }

const networkCount = 7

// networks by the published tables of suppliers, the longer prefixes first: those of by.U are within Telkomsel's 0851. An array, so
// that a look-up allocates nothing.
func networks() [networkCount]network {
	return [networkCount]network{
		{"BYU", "by.U", "085154 085155 085156 085157 085158"},
		{"TSEL", "Telkomsel", "0811 0812 0813 0821 0822 0823 0851 0852 0853"},
		{"ISAT", "Indosat", "0814 0815 0816 0855 0856 0857 0858"},
		{"TRI", "Tri", "0895 0896 0897 0898 0899"},
		{"XL", "XL", "0817 0818 0819 0859 0877 0878 0879"},
		{"AXIS", "AXIS", "0831 0832 0833 0837 0838"},
		{"SMART", "Smartfren", "0881 0882 0883 0884 0885 0886 0887 0888 0889"},
	}
}

// Prefixes lists the known mobile prefixes.
func Prefixes() []Prefix {
	out := []Prefix{}

	for _, n := range networks() {
		for digits := range strings.FieldsSeq(n.prefixes) {
			out = append(out, Prefix{digits, n.code})
		}
	}

	return out
}

// NetworkOf guesses the network of a mobile number in national form (08...): the code of an operator of type mobile. It is empty
// when none matches.
func NetworkOf(no string) string { return networkOf(no).code }

func networkOf(no string) network {
	for _, n := range networks() {
		length := strings.IndexByte(n.prefixes, ' ')
		if len(no) < length {
			continue
		}

		for at := 0; at+length <= len(n.prefixes); at += length + 1 {
			if n.prefixes[at:at+length] == no[:length] {
				return n
			}
		}
	}

	return network{}
}

// ownNetwork is the network of an operator, by its code: TSEL, or TSELD for its data, HALO for its bills. It is empty for operators
// without numbers of their own and unknown ones.
func ownNetwork(operator string) string {
	if strings.HasPrefix(operator, "HALO") {
		return "TSEL"
	}

	own := ""

	for _, n := range networks() {
		if strings.HasPrefix(operator, n.code) && len(n.code) > len(own) {
			own = n.code
		}
	}

	return own
}
