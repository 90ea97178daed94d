import { IconAlertTriangle, IconSpeakerphone } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';

import type { components } from '@shared/api/schema.gen';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { useAnnouncement } from '@shared/notify/announce';
import { ProgressButton } from '@shared/ui/progress-button';

import classes from './announcement-card.module.css';
import { closeAnnouncementOptions } from './announcement-queries';
import { announcementTexts } from './announcement-texts';

export interface AnnouncementCardProps {
  announcement: components['schemas']['Announcement'];
  /** How many there are with this one. */
  count: number;
  closable: boolean;
}

/** One announcement at the lower edge of the window, in the language of the page. */
export function AnnouncementCard({ announcement, count, closable }: AnnouncementCardProps) {
  const texts = useTexts(announcementTexts);
  const indonesian = useLanguage() === 'id';
  const { id, disturbance } = announcement;
  const title = indonesian ? announcement.titleId : announcement.title;
  const text = indonesian ? announcement.textId : announcement.text;
  const { mutate, isPending } = useMutation(closeAnnouncementOptions(id));
  useAnnouncement(title);
  const Icon = disturbance ? IconAlertTriangle : IconSpeakerphone;
  return (
    <div className={classes['place']}>
      <section className={classes['card']} aria-label={texts.label}>
        <Icon className={classes['icon']} data-tone={disturbance ? 'warning' : undefined} aria-hidden />
        <div className={classes['body']}>
          <h2 className={classes['title']}>{title}</h2>
          <p className={classes['text']}>{text}</p>
          {count > 1 && <p className={classes['more']}>{texts.more(count - 1)}</p>}
        </div>
        {closable && (
          <ProgressButton
            variant="default"
            size="sm"
            aria-label={texts.closeNamed(title)}
            sending={isPending}
            sendingLabel={texts.closing}
            onPress={() => mutate()}
          >
            {texts.close}
          </ProgressButton>
        )}
      </section>
    </div>
  );
}
