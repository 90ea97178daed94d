import { Button } from '@mantine/core';
import { IconSearchOff, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { useTexts } from '@shared/i18n/texts';

import { ListNotice } from './list-notice';
import { emptyTexts } from './empty-texts';

/** The change that an empty list offers. */
interface Remedy {
  text: string;
  onPress: () => void;
}

interface NoMatchNoticeProps {
  title: string;
  children: ReactNode;
  remedy?: Remedy | undefined;
}

/** Rows there are, but none of them matches: says why, and offers the change that most likely helps. */
export function NoMatchNotice({ title, children, remedy }: NoMatchNoticeProps) {
  return (
    <ListNotice
      icon={IconSearchOff}
      title={title}
      action={
        remedy && (
          <Button variant="default" onClick={remedy.onPress}>
            {remedy.text}
          </Button>
        )
      }
    >
      {children}
    </ListNotice>
  );
}

interface PastEndNoticeProps {
  page: number;
  /** The page that the button opens; by default the first. */
  back?: number;
  onBack: () => void;
}

/** A page after the last one, such as the page of an old link. */
export function PastEndNotice({ page, back = 1, onBack }: PastEndNoticeProps) {
  const texts = useTexts(emptyTexts);
  return (
    <NoMatchNotice title={texts.noMore} remedy={{ text: texts.backToPage(back), onPress: onBack }}>
      {texts.noMoreText(page)}
    </NoMatchNotice>
  );
}

interface EmptyNoticeProps {
  /** Of the list that has no rows at all: why, and what to do next. */
  icon: TablerIcon;
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** The page in the URL; undefined is the first. */
  page?: number | undefined;
  /** The page that the button of a page past the end opens; by default the first. */
  back?: number | undefined;
  onBack?: () => void;
  /** What rows are chosen by, if they are: its words, and the function that takes the choice back. */
  noMatch?: { by: 'filters' | 'search'; title: string; text: string; onClear: () => void } | undefined;
}

/** Why a list has no rows: the page is past the end, filters or a search find none, or there are none at all. */
export function EmptyNotice(props: EmptyNoticeProps) {
  const { icon, title, children, action, page = 1, back = 1, onBack, noMatch } = props;
  const texts = useTexts(emptyTexts);
  if (page > 1 && onBack) return <PastEndNotice page={page} back={back} onBack={onBack} />;
  if (noMatch) {
    const text = noMatch.by === 'search' ? texts.clearSearch : texts.clearFilters;
    return (
      <NoMatchNotice title={noMatch.title} remedy={{ text, onPress: noMatch.onClear }}>
        {noMatch.text}
      </NoMatchNotice>
    );
  }
  return (
    <ListNotice icon={icon} title={title} action={action}>
      {children}
    </ListNotice>
  );
}
