import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { permission } from '@/session/permissions';
import { Page } from '@shared/app/page';
import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { formatRupiah } from '@shared/format/rupiah';
import { useUnsavedChanges } from '@shared/form/unsaved';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Card } from '@shared/ui/card';

import { type Routing, routingOptions, type Rule } from './routing-queries';
import { routingTexts } from './routing-texts';
import classes from './routing.module.css';
import { type DraftRule, RuleList } from './rule-list';
import { TryCard } from './try-card';

const RuleDialog = lazyDialog(async () => (await import('./rule-dialog')).RuleDialog);
const SaveDialog = lazyDialog(async () => (await import('./save-dialog')).SaveDialog);

/** The rules by which orders get their suppliers, and what an order would get. */
export function RoutingPage() {
  const texts = useTexts(routingTexts);
  return (
    <Page title={texts.title} note={texts.timesIn(useZones().label)} needs={{ permission: permission.routing }}>
      <LoadedRouting />
    </Page>
  );
}

function LoadedRouting() {
  const texts = useTexts(routingTexts);
  const load = useQuery(routingOptions());
  const failure = useFailure(load);
  const { data: routing, isFetching, refetch } = load;
  if (failure) {
    return <LoadFailed title={texts.failed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  if (!routing) return <Skeleton height="24rem" />;
  return (
    <div className={classes['cards']}>
      <Rules routing={routing} />
      <TryCard />
    </div>
  );
}

const emptyRule: Rule = {
  name: '',
  groups: [],
  clients: [],
  prefixes: [],
  from: 0,
  to: 0,
  strategy: 'fixed',
  suppliers: [],
};

/** Rules under keys of their own: names may repeat. */
function draftOf(rules: readonly Rule[]): DraftRule[] {
  return rules.map((rule, at) => ({ key: `stored-${at}`, rule }));
}

function Rules({ routing }: { routing: Routing }) {
  const texts = useTexts(routingTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const [draft, setDraft] = useState<{ version: number; rules: DraftRule[] }>();
  const [edited, setEdited] = useState<DraftRule>();
  const [saving, setSaving] = useState(false);
  const [count, setCount] = useState(0);
  useUnsavedChanges(draft !== undefined);
  const version = draft?.version ?? routing.version;
  const rules = draft?.rules ?? draftOf(routing.rules);
  const change = (next: DraftRule[]) => setDraft({ version, rules: next });
  function store(key: string, rule: Rule) {
    const isKnown = rules.some((one) => one.key === key);
    change(isKnown ? rules.map((one) => (one.key === key ? { key, rule } : one)) : [...rules, { key, rule }]);
  }
  function add() {
    setCount(count + 1);
    setEdited({ key: `added-${count}`, rule: emptyRule });
  }
  const { changedAt, changedBy, reason, maxLoss } = routing;
  return (
    <Card
      title={texts.rules}
      hint={`${texts.what} ${texts.lossSetting(formatRupiah(maxLoss, 'Rp'))}.`}
      action={
        <Button variant="default" leftSection={<IconPlus aria-hidden />} onClick={add}>
          {texts.add}
        </Button>
      }
    >
      <RuleList rules={rules} onChange={change} onEdit={setEdited} />
      <div className={classes['foot']}>
        {draft ? (
          <>
            <strong>{texts.unsaved}</strong>
            <span className={classes['buttons']}>
              <Button variant="default" onClick={() => setDraft(undefined)}>
                {texts.discard}
              </Button>
              <Button onClick={() => setSaving(true)}>{texts.save}</Button>
            </span>
          </>
        ) : (
          <span className={classes['hint']} data-keys={changedAt === null || undefined}>
            {changedAt === null
              ? texts.keys
              : `${texts.lastChange(changedBy, formatDateTime(changedAt, shown, language))}: ${reason}`}
          </span>
        )}
      </div>
      <RuleDialog edited={edited} suppliers={routing.suppliers} onClose={() => setEdited(undefined)} onDone={store} />
      <SaveDialog
        opened={saving}
        version={version}
        rules={rules.map(({ rule }) => rule)}
        onClose={() => setSaving(false)}
        onSaved={() => setDraft(undefined)}
      />
    </Card>
  );
}
