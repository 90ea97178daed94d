package identity

import (
	"context"
	"strconv"
	"strings"

	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
)

// givenRights is what somebody got with a role: a user, or all people of a role that was changed.
type givenRights struct {
	role   string
	user   string // empty: people
	people int64
	gained PermissionSet
}

// tellOfRights mails the client's root users when rights over money were given.
func (s *Service) tellOfRights(ctx context.Context, tx *db.Tx, by Self, given givenRights) error {
	money := []Permission{}

	for _, p := range given.gained.List() {
		if p.OverMoney() {
			money = append(money, p)
		}
	}

	if len(money) == 0 {
		return nil
	}

	roots, err := s.RootReadersTx(ctx, tx, by.Principal.ClientID)
	if err != nil {
		return err
	}

	for _, to := range roots {
		if err := s.notify(ctx, tx, s.noticeRights(by.in(to.Language), given, money), to.Address); err != nil {
			return err
		}
	}

	return nil
}

func (s *Service) noticeRights(by Self, given givenRights, money []Permission) mail.Message {
	l := by.Language
	m := message(l, l.Pick("A right over money was given", "Hak atas uang telah diberikan"),
		l.Pick("Somebody of your company gave rights over money to colleagues. They hold from now on.",
			"Seseorang dari perusahaan Anda memberikan hak atas uang kepada rekan kerja. Hak ini langsung berlaku."))

	who := mail.Fact{Name: l.Pick("Given to", "Diberikan kepada"), Value: given.user}
	if given.user == "" {
		who.Value = l.Pick("people with the role: ", "orang dengan peran ini: ") + strconv.FormatInt(given.people, idBase)
	}

	words := make([]string, len(money))
	for i, p := range money {
		words[i] = moneyRightName(l, p)
	}

	m.Facts = s.appendOrigin(by, []mail.Fact{
		{Name: l.Pick("Client ID", "ID Klien"), Value: strconv.FormatInt(by.Principal.ClientID, idBase)},
		{Name: l.Pick("Role", "Peran"), Value: given.role},
		who,
		{Name: l.Pick("Rights", "Hak"), Value: strings.Join(words, ", ")},
		{Name: l.Pick("Given by", "Diberikan oleh"), Value: by.Principal.Username},
	})
	m.Notes = []string{l.Pick("If this should not be, take the role away on the profile page, in 'User Management'.",
		"Jika ini tidak semestinya, cabut peran tersebut di halaman profil, bagian 'Manajemen Pengguna'.")}

	return m
}

// moneyRightName is a right over money in words.
func moneyRightName(l language.Language, p Permission) string {
	switch p { //nolint:exhaustive // the others are not over money
	case UserCreate:
		return l.Pick("add and delete users", "menambah dan menghapus pengguna")
	case APIKeyManage:
		return l.Pick("manage API keys", "mengelola kunci API")
	case ClientPriceEdit:
		return l.Pick("set prices of the shop", "menetapkan harga toko")
	case ScheduledOrderCreate:
		return l.Pick("create and approve orders of Bill Payment", "membuat dan menyetujui order Bill Payment")
	case ShopManage:
		return l.Pick("set up and publish the shop", "menyiapkan dan menerbitkan toko")
	case RoleManage:
		return l.Pick("manage roles", "mengelola peran")
	case SettlementRaise:
		return l.Pick("raise the settlement limit", "menaikkan batas settlement")
	case DepositTopup:
		return l.Pick("top up", "mengisi saldo")
	default:
		return l.Pick("approve scheduled orders", "menyetujui order terjadwal")
	}
}
