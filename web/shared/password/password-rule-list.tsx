import { IconCheck, IconPointFilled } from '@tabler/icons-react';
import { VisuallyHidden } from '@mantine/core';

import { useTexts } from '@shared/i18n/texts';

import classes from './password.module.css';
import { metRules, type OwnRule } from './password-rules';
import { passwordTexts } from './password-texts';
import type { PasswordCheck } from './use-password-check';

const ownRules: OwnRule[] = ['lower', 'upper', 'digit', 'length'];

function Rule({ text, met }: { text: string; met: boolean }) {
  const texts = useTexts(passwordTexts);
  const Icon = met ? IconCheck : IconPointFilled;
  return (
    <li className={classes['rule']} data-met={met || undefined}>
      <Icon className={classes['ruleIcon']} aria-hidden />
      <span>
        {text}
        <VisuallyHidden component="span">, {met ? texts.met : texts.notMet}</VisuallyHidden>
      </span>
    </li>
  );
}

/** The rules of a new password, each with whether it is met. */
export function PasswordRuleList({ password, check }: { password: string; check: PasswordCheck }) {
  const texts = useTexts(passwordTexts);
  const met = metRules(password);
  return (
    <div>
      <p className={classes['rulesTitle']}>{texts.rules}</p>
      <ul className={classes['rules']}>
        {ownRules.map((rule) => (
          <Rule key={rule} text={texts.rule[rule]} met={met[rule]} />
        ))}
        <Rule text={texts.rule.past} met={check.status === 'success'} />
      </ul>
    </div>
  );
}
