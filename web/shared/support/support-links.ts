import { IconBrandWhatsapp, IconLifebuoy, IconMail, type TablerIcon } from '@tabler/icons-react';

import { runtimeConfig } from '@shared/config/runtime-config';
import { useTexts } from '@shared/i18n/texts';

import { chatLink } from './chat-link';
import { supportTexts } from './support-texts';

interface SupportLink {
  kind: keyof typeof runtimeConfig.support;
  href: string;
  label: string;
  Icon: TablerIcon;
}

/**
 * Returns the links to support that the deployment configured, in the order of docs/product/shell.md#customer-service. The chat
 * begins with a greeting.
 */
export function useSupportLinks(): SupportLink[] {
  const texts = useTexts(supportTexts);
  const { chat, email, helpdesk } = runtimeConfig.support;
  const links: SupportLink[] = [
    { kind: 'chat', href: chatLink(chat), label: texts.chat, Icon: IconBrandWhatsapp },
    { kind: 'email', href: email, label: texts.email, Icon: IconMail },
    { kind: 'helpdesk', href: helpdesk, label: texts.helpdesk, Icon: IconLifebuoy },
  ];
  return links.filter(({ href }) => href !== '');
}
