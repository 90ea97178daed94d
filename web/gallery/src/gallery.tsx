import { Button, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';

import { languageNames, languages, setLanguage } from '@shared/i18n/language';

import { AccordionParts, ButtonParts, FieldParts, StatusParts } from './controls';
import classes from './gallery.module.css';
import { ListParts, StateParts } from './lists';

/** The parts by name: each is a section of the page. */
const parts: Record<string, () => ReactNode> = {
  Buttons: ButtonParts,
  Fields: FieldParts,
  'Status and facts': StatusParts,
  Accordion: AccordionParts,
  'In place of content': StateParts,
  Lists: ListParts,
};

/** The parts that apps are made of, to look at in both themes and both languages. */
export function Gallery() {
  const { setColorScheme } = useMantineColorScheme();
  return (
    <main className={classes['page']}>
      <h1>Parts of Loket</h1>
      <p>
        <a href="/sketch/">An app of three screens, made of these parts</a>
      </p>
      <div className={classes['row']}>
        <Button variant="default" onClick={() => setColorScheme('light')}>
          Light
        </Button>
        <Button variant="default" onClick={() => setColorScheme('dark')}>
          Dark
        </Button>
        {languages.map((language) => (
          <Button key={language} variant="default" onClick={() => setLanguage(language)}>
            {languageNames[language]}
          </Button>
        ))}
      </div>
      {Object.entries(parts).map(([name, Part]) => (
        <section key={name} className={classes['part']} aria-label={name}>
          <h2>{name}</h2>
          <Part />
        </section>
      ))}
    </main>
  );
}
