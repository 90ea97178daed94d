import { Button } from '@mantine/core';
import { IconDeviceGamepad2, IconWorldWww } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import { useId } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { Card } from '@shared/ui/card';
import { StateTile } from '@shared/state/state-tile';
import { Tag } from '@shared/ui/tag';
import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';

import { pathOf } from '../wizard/steps';
import classes from './home.module.css';
import { homeTexts } from './home-texts';

const ButtonLink = createLink(Button<'a'>);

/** What a client without a shop sees: the products, and the steps to a shop. */
export function FirstShop() {
  const { cards, integrate, askRoot } = useTexts(homeTexts);
  const mayManage = useHasPermission(permission.shopManage);
  const steps = [
    [integrate.theme, integrate.themeHint],
    [integrate.price, integrate.priceHint],
    [integrate.ecosystem, integrate.ecosystemHint],
  ];
  const game = useId();
  const full = useId();
  return (
    <>
      <div className={classes['products']}>
        <section className={classes['product']} aria-labelledby={game}>
          <StateTile icon={IconDeviceGamepad2} />
          <h2 className={classes['productName']} id={game}>
            {cards.game}
          </h2>
          <p className={classes['hint']}>{cards.gameHint}</p>
          {mayManage ? (
            <ButtonLink component="a" to={pathOf('configs')}>
              {cards.add}
            </ButtonLink>
          ) : (
            <p className={classes['hint']}>{askRoot}</p>
          )}
        </section>
        <section className={classes['product']} aria-labelledby={full} data-closed>
          <StateTile icon={IconWorldWww} />
          <h2 className={classes['productName']} id={full}>
            {cards.full} <Tag>{cards.comingSoon}</Tag>
          </h2>
          <p className={classes['hint']}>{cards.fullHint}</p>
        </section>
      </div>
      <Card title={integrate.title} hint={cards.assign}>
        <ol className={classes['steps']}>
          {steps.map(([name, hint], index) => (
            <li key={name} className={classes['stepRow']}>
              <span className={classes['number']} aria-hidden>
                {index + 1}
              </span>
              <div>
                <p className={classes['rowName']}>{name}</p>
                <p className={classes['hint']}>{hint}</p>
              </div>
            </li>
          ))}
        </ol>
      </Card>
    </>
  );
}
