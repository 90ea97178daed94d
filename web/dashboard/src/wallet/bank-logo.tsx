import { useTexts } from '@shared/i18n/texts';

import classes from './bank-logo.module.css';
import { ongoingTopupsTexts } from './ongoing-topups-texts';

/** Our own marks of banks: a simple sign and the short name. They are not the trademarks of the banks. */
const marks: Record<string, { name: string; sign: string }> = {
  bca: { name: 'BCA', sign: 'M3 13V5h10v8M8 5v8' },
  mandiri: { name: 'Mandiri', sign: 'M3 11c2-5 3-5 5-2s3 3 5-2' },
  bni: { name: 'BNI', sign: 'M3 13 13 3M3 8l5-5M8 13l5-5' },
  bri: { name: 'BRI', sign: 'M3 3h10v10H3zM3 8h10' },
  cimb: { name: 'CIMB', sign: 'M3 4l10 4-10 4z' },
  danamon: { name: 'Danamon', sign: 'M8 3a5 5 0 1 0 .01 0M8 3v10' },
  hana: { name: 'Hana', sign: 'M4 3v10M12 3v10M4 8h8' },
  sampoerna: { name: 'Sampoerna', sign: 'M8 3l5 10H3z' },
};

/** The logo of a bank, named as the server names it. It is decoration: the name of the bank stands beside it. */
export function BankLogo({ logo }: { logo: string }) {
  const texts = useTexts(ongoingTopupsTexts);
  const mark = marks[logo];
  if (!mark) return <span className={`${classes['logo']} ${classes['missing']}`}>{texts.logoMissing}</span>;
  return (
    <span className={classes['logo']} aria-hidden>
      <svg className={classes['sign']} viewBox="0 0 16 16">
        <path d={mark.sign} />
      </svg>
      <span className={classes['name']} data-long={mark.name.length > 4 || undefined}>
        {mark.name}
      </span>
    </span>
  );
}
