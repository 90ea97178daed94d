import { ActionIcon } from '@mantine/core';
import { IconPhoto, IconShare2 } from '@tabler/icons-react';

import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { useErrorNotice } from '@shared/notify/use-error-notice';
import { copyToClipboard } from '@shared/ui/copy-to-clipboard';
import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';

import type { ShopConfig } from '../connect-queries';
import { shopLink } from '../shop-link';
import classes from './home.module.css';
import { homeTexts } from './home-texts';
import { PublishSwitch } from './publish-switch';

/** The shop: its logo and name, its link, and whether it is published. */
export function ShopHeader({ config }: { config: ShopConfig }) {
  const texts = useTexts(homeTexts).header;
  const mayManage = useHasPermission(permission.shopManage);
  return (
    <section className={classes['header']} aria-label={texts.product}>
      <span className={classes['logo']}>
        {config.logoImageUrl ? <img src={config.logoImageUrl} alt="" /> : <IconPhoto aria-hidden />}
      </span>
      <div className={classes['fact']}>
        <p className={classes['hint']}>{texts.product}</p>
        <p className={classes['shopName']}>{config.name || '-'}</p>
      </div>
      <div className={classes['fact']} data-ruled>
        <p className={classes['hint']}>{texts.domain}</p>
        {config.isPublished ? <Domain link={shopLink(config.clientCode)} /> : <p>{texts.notReady}</p>}
      </div>
      {mayManage ? (
        <PublishSwitch config={config} />
      ) : (
        <p>{config.isPublished ? texts.published : texts.notPublished}</p>
      )}
    </section>
  );
}

function Domain({ link }: { link: string }) {
  const texts = useTexts(homeTexts).header;
  const notice = useErrorNotice();
  async function copy() {
    notice.end();
    if (await copyToClipboard(link)) notifySuccess(texts.copied);
    else notice.show({ title: texts.copyFailed });
  }
  return (
    <p className={classes['domain']}>
      <a href={link} target="_blank" rel="noreferrer">
        {link}
      </a>
      <ActionIcon aria-label={texts.copy} title={texts.copy} onClick={() => void copy()}>
        <IconShare2 aria-hidden />
      </ActionIcon>
    </p>
  );
}
