import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconLink,
  IconPalette,
  IconTags,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import { useId } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { CardHead } from '@shared/ui/card';
import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';

import { priceSummaryOptions, type ShopConfig } from '../connect-queries';
import { paymentLinkOf } from '../link-rules';
import { percentText } from '../percent-text';
import { pathOf, type Step } from '../wizard/steps';
import classes from './home.module.css';
import { homeTexts } from './home-texts';

const ButtonLink = createLink(Button<'a'>);

/** The steps of the set-up, each complete, open, or closed until the theme is configured. */
export function StoreChecklist({ config }: { config: ShopConfig }) {
  const texts = useTexts(homeTexts).checklist;
  const id = useId();
  const themed = config.name !== '' && config.logoImageKey !== '';
  const payment = paymentLinkOf(config);
  return (
    <section className={classes['card']} aria-labelledby={id}>
      <CardHead title={texts.title} id={id} />
      <ul className={classes['rows']} aria-label={texts.label}>
        <Row
          step="configs"
          icon={IconPalette}
          name={texts.theme}
          done={themed}
          published={config.isPublished}
          description={texts.themeDone(
            config.name,
            config.banners.filter((banner) => banner.is_active).length,
            config.topOperators.length,
          )}
          warning={texts.themeWarning}
        />
        <Row
          step="sku"
          icon={IconTags}
          name={texts.sku}
          done
          disabled={!themed}
          published={config.isPublished}
          description={<PriceSummary />}
          warning={texts.skuWarning}
        />
        <Row
          step="payment-integration"
          icon={IconLink}
          name={texts.payment}
          done={payment !== ''}
          disabled={!themed}
          published={config.isPublished}
          description={payment}
          warning={texts.paymentWarning}
        />
      </ul>
    </section>
  );
}

interface RowProps {
  step: Step;
  icon: TablerIcon;
  name: string;
  done: boolean;
  /** Disabled until the theme is configured. */
  disabled?: boolean;
  published: boolean;
  /** Shown when complete and published. */
  description: React.ReactNode;
  /** Shown otherwise. */
  warning: string;
}

function Row({ step, icon: Icon, name, done, disabled = false, published, description, warning }: RowProps) {
  const texts = useTexts(homeTexts).checklist;
  // Prices have a permission of their own, and everybody may look at them.
  const mayManage = useHasPermission(permission.shopManage);
  const complete = done && published;
  const open = complete ? description : done ? texts.publishWarning : warning;
  return (
    <li className={classes['row']}>
      <span className={classes['rowIcon']}>
        <Icon aria-hidden />
      </span>
      <div className={classes['rowWords']}>
        <p className={classes['rowName']}>
          {name}
          {complete ? <IconCircleCheck className={classes['check']} aria-label={texts.done} /> : null}
        </p>
        <p className={classes['hint']} data-warning={!complete || undefined}>
          {complete ? null : <IconAlertTriangle aria-hidden />}
          {disabled ? texts.first : open}
        </p>
      </div>
      {disabled ? (
        <Button variant="default" disabled>
          {texts.complete}
        </Button>
      ) : mayManage || step === 'sku' ? (
        <ButtonLink
          component="a"
          variant="default"
          to={pathOf(step)}
          aria-label={`${complete ? texts.manage : texts.complete}: ${name}`}
        >
          {complete ? texts.manage : texts.complete}
        </ButtonLink>
      ) : null}
    </li>
  );
}

function PriceSummary() {
  const texts = useTexts(homeTexts).checklist;
  const { data } = useQuery(priceSummaryOptions());
  if (data === undefined) return null;
  const sentences = [
    data.active === 0
      ? texts.skuNone
      : texts.skuDone(data.active, percentText(data.leastMarginPercent), percentText(data.mostMarginPercent)),
  ];
  if (data.off > 0) sentences.push(texts.skuOff(data.off));
  return sentences.join('. ');
}
