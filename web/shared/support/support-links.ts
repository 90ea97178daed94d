import { IconBrandWhatsapp, IconLifebuoy, IconMail, type TablerIcon } from '@tabler/icons-react';

import { runtimeConfig } from '@shared/config/runtime-config';
import { useTexts } from '@shared/i18n/texts';

import { supportTexts } from './support-texts';

interface SupportLink {
  href: string;
  label: string;
  Icon: TablerIcon;
}

/** Returns the links to support that the deployment configured, in the order of the specification. */
export function useSupportLinks(): SupportLink[] {
  const texts = useTexts(supportTexts);
  const { chat, email, helpdesk } = runtimeConfig.support;
  return [
    { href: chat, label: texts.chat, Icon: IconBrandWhatsapp },
    { href: email, label: texts.email, Icon: IconMail },
    { href: helpdesk, label: texts.helpdesk, Icon: IconLifebuoy },
  ].filter(({ href }) => href !== '');
}
