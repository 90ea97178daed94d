import { Button } from '@mantine/core';
import { IconExternalLink, IconLifebuoy } from '@tabler/icons-react';

import { useTexts } from '@shared/i18n/texts';
import { Page } from '@shared/app/page';
import { useSupportLinks } from '@shared/support/support-links';
import { ListNotice } from '@shared/state/list-notice';
import { StateTile } from '@shared/state/state-tile';
import { areaTexts } from '@/navigation/area-texts';

import { customerServiceTexts } from './customer-service-texts';
import classes from './customer-service.module.css';

/** The ways to reach customer service, one card each. A way that the deployment did not configure is left out. */
export function CustomerServicePage() {
  const title = useTexts(areaTexts).cs;
  const texts = useTexts(customerServiceTexts);
  const links = useSupportLinks();
  return (
    <Page title={title}>
      {links.length === 0 ? (
        <ListNotice icon={IconLifebuoy} title={title}>
          {texts.none}
        </ListNotice>
      ) : (
        <>
          <p className={classes['intro']}>{texts.intro}</p>
          <ul className={classes['cards']}>
            {links.map((link) => (
              <li key={link.kind} className={classes['card']}>
                <StateTile icon={link.Icon} />
                <h2 className={classes['name']}>{link.label}</h2>
                <p className={classes['body']}>{texts.cards[link.kind].body}</p>
                <Button
                  variant="default"
                  component="a"
                  href={link.href}
                  target="_blank"
                  rel="noopener noreferrer"
                  rightSection={<IconExternalLink aria-label={texts.newTab} />}
                >
                  {texts.cards[link.kind].action}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Page>
  );
}
