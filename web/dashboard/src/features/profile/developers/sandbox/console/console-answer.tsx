import { useEffect } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { announce } from '@shared/notify/announce';

import { CodePanel } from '../../code-panel';
import { developerTexts } from '../../developer-texts';
import { durationText } from '../../duration';
import { StatusText } from '../../status-text';
import { consoleTexts } from './console-texts';
import classes from './console.module.css';
import type { ConsoleAnswer } from './send-call';

/** What came back: status, duration, body and headers. */
export function ConsoleAnswerPanels({ answer }: { answer: ConsoleAnswer }) {
  const texts = useTexts(consoleTexts);
  const duration = durationText(answer.duration, useTexts(developerTexts));
  useEffect(() => announce(`${texts.status} ${answer.status}`), [answer, texts]);
  return (
    <div className={classes['answer']}>
      <p>
        {texts.status} <StatusText status={answer.status} /> · {texts.duration} {duration}
      </p>
      <CodePanel title={texts.answer} text={answer.body === '' ? texts.none : answer.body} />
      <CodePanel title={texts.headers} text={answer.headers} />
    </div>
  );
}
