import { Button } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createContext, use, useState } from 'react';

import lists from '@/lists/lists.module.css';
import { ShowMore } from '@/lists/show-more';
import { permission } from '@/session/permissions';
import { Page } from '@shared/app/page';
import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { useLiveQueries } from '@shared/live/use-live-queries';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { ListNotice } from '@shared/state/list-notice';
import { TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { DateCell } from '@shared/table/date-cell';
import { useList } from '@shared/table/use-list';
import { StatusPill, type StatusTone } from '@shared/ui/status-pill';

import { type Announcement, announcementListOptions, announcementsKey } from './announcement-queries';
import { announcementTexts } from './announcement-texts';

const AddDialog = lazyDialog(async () => (await import('./announcement-dialogs')).AddDialog);
const EndDialog = lazyDialog(async () => (await import('./announcement-dialogs')).EndDialog);

const liveKeys = [announcementsKey];
const tones: Record<Announcement['state'], StatusTone> = { planned: 'queued', shown: 'done', ended: 'cancelled' };

const EndContext = createContext<(announcement: Announcement) => void>(() => undefined);

function Audience({ everyone, clients, clientIds, operatorCode, productCode }: Announcement) {
  const texts = useTexts(announcementTexts);
  const caption =
    operatorCode === '' ? clientIds.join(', ') || undefined : `${texts.disturbance} ${productCode || operatorCode}`;
  return <TwoLines caption={caption}>{everyone ? texts.everyone : texts.clients(clients)}</TwoLines>;
}

function Words({ title, titleId, text, textId }: Announcement) {
  const indonesian = useLanguage() === 'id';
  return <TwoLines caption={indonesian ? textId : text}>{indonesian ? titleId : title}</TwoLines>;
}

function State({ state, endedAt }: Announcement) {
  const texts = useTexts(announcementTexts);
  const language = useLanguage();
  const { shown } = useZones();
  return (
    <TwoLines caption={endedAt === null ? undefined : texts.endedAt(formatDateTime(endedAt, shown, language))}>
      <StatusPill tone={tones[state]}>{texts.states[state]}</StatusPill>
    </TwoLines>
  );
}

function Until({ until }: Announcement) {
  const texts = useTexts(announcementTexts);
  return until === null ? texts.openEnd : <DateCell at={until} />;
}

function Mails({ mail, mails }: Announcement) {
  const texts = useTexts(announcementTexts);
  return mail ? mails : texts.noMail;
}

function EndButton({ announcement }: { announcement: Announcement }) {
  const texts = useTexts(announcementTexts);
  const ask = use(EndContext);
  const language = useLanguage();
  if (announcement.state === 'ended') return null;
  return (
    <Button
      variant="default"
      size="sm"
      aria-label={texts.endNamed(language === 'id' ? announcement.titleId : announcement.title)}
      onClick={() => ask(announcement)}
    >
      {texts.end}
    </Button>
  );
}

const head = columnHead(announcementTexts, 'columns');

const columns: ListColumns<Announcement> = [
  {
    id: 'title',
    header: head('title'),
    cell: (row) => <Words {...row} />,
    look: { skeleton: 'two-lines' },
  },
  { id: 'to', header: head('to'), cell: (row) => <Audience {...row} />, look: { width: 12, skeleton: 'two-lines' } },
  { id: 'state', header: head('state'), cell: (row) => <State {...row} />, look: { width: 14, skeleton: 'pill' } },
  {
    id: 'from',
    header: head('from'),
    cell: ({ from }) => <DateCell at={from} />,
    look: { width: 9, skeleton: 'two-lines' },
  },
  { id: 'until', header: head('until'), cell: (row) => <Until {...row} />, look: { width: 9, skeleton: 'two-lines' } },
  {
    id: 'mails',
    header: head('mails'),
    cell: (row) => <Mails {...row} />,
    look: { width: 6, align: 'end', skeleton: 'line' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (announcement) => <EndButton announcement={announcement} />,
    look: { width: 7, align: 'end', skeleton: 'line', phone: 'end' },
  },
];

/** What clients are told, will be and were. */
export function AnnouncementsPage() {
  const texts = useTexts(announcementTexts);
  const [opened, setOpened] = useState(false);
  return (
    <Page
      title={texts.title}
      note={texts.timesIn(useZones().label)}
      needs={{ permission: permission.announcements }}
      actions={<Button onClick={() => setOpened(true)}>{texts.add}</Button>}
    >
      <Announcements />
      <AddDialog opened={opened} onClose={() => setOpened(false)} />
    </Page>
  );
}

function Announcements() {
  const texts = useTexts(announcementTexts);
  useLiveQueries(['staff'], liveKeys);
  const list = useInfiniteQuery(announcementListOptions());
  const { view } = useList(
    list,
    list.data?.pages.flatMap(({ data }) => data),
    {
      failed: texts.failed,
      empty: (
        <ListNotice icon={IconSpeakerphone} title={texts.none}>
          {texts.noneText}
        </ListNotice>
      ),
    },
  );
  const [ending, setEnding] = useState<Announcement>();
  return (
    <EndContext value={setEnding}>
      <div className={lists['compact']}>
        <DataTable
          label={texts.title}
          columns={columns}
          view={view}
          rowId={({ id }) => id}
          lines={2}
          skeletonRows={5}
          minWidth={66}
          footer={<ShowMore list={list} />}
        />
      </div>
      <EndDialog announcement={ending} onClose={() => setEnding(undefined)} />
    </EndContext>
  );
}
