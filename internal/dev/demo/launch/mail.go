package launch

import (
	"fmt"
	"net"
	"strconv"

	"loket/internal/config"
	"loket/internal/dev/simulate"
	"loket/internal/platform/mail"
)

// StaffEmail is the staff address of the demo.
const StaffEmail = "staff@example.com"

// UseSimulatedMail sets the mail server of started simulators, and the staff address of the demo if there is none.
func UseSimulatedMail(conf *config.Config, simulators *simulate.Server) error {
	host, port, err := net.SplitHostPort(simulators.MailAddr())
	if err != nil {
		return fmt.Errorf("demo: mail server: %w", err)
	}

	number, err := strconv.Atoi(port)
	if err != nil {
		return fmt.Errorf("demo: mail server: %w", err)
	}

	if conf.StaffEmail == "" {
		conf.StaffEmail = StaffEmail
	}

	conf.Mail = config.Mail{SMTPHost: host, SMTPPort: number, SMTPTLS: string(mail.NoTLS)}

	return nil
}
