import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';

import type { OrderSearch } from '../order-search';
import { SaveViewDialog } from './save-view-dialog';
import { removeViewOptions, type SavedView, viewsOptions } from './view-queries';
import { searchOf, viewOf } from './view-search';
import { viewTexts } from './view-texts';
import classes from './views.module.css';

/** The views of the member of staff, in a line that is always there. The one that is shown can be removed. */
export function SavedViews({ search }: { search: OrderSearch }) {
  const texts = useTexts(viewTexts);
  const [saving, setSaving] = useState(false);
  const { data: views, isError } = useQuery(viewsOptions());
  const now = viewOf(search);
  const shown = views?.find((view) => view.search === now);
  return (
    <nav className={classes['line']} aria-label={texts.title}>
      {isError ? <span>{texts.failed}</span> : null}
      {views?.length === 0 ? <span>{texts.none}</span> : null}
      {views && views.length > 0 ? (
        <ul className={classes['list']}>
          {views.map((view) => (
            <li key={view.id} className={classes['item']}>
              <Link
                to="/orders"
                search={searchOf(view.search)}
                className={classes['view']}
                activeOptions={{ includeSearch: true, explicitUndefined: true }}
              >
                {view.name}
              </Link>
              {view === shown ? <RemoveView view={view} /> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {now !== '' && views && !shown ? (
        <Button variant="subtle" size="sm" onClick={() => setSaving(true)}>
          {texts.save}
        </Button>
      ) : null}
      <SaveViewDialog opened={saving} onClose={() => setSaving(false)} search={now} />
    </nav>
  );
}

function RemoveView({ view }: { view: SavedView }) {
  const texts = useTexts(viewTexts);
  const { mutate, isPending } = useMutation(removeViewOptions(view.id));
  return (
    <ActionIcon
      variant="subtle"
      aria-label={texts.remove(view.name)}
      disabled={isPending}
      onClick={() => mutate(undefined, { onSuccess: () => notifySuccess(texts.removed) })}
    >
      <IconX aria-hidden />
    </ActionIcon>
  );
}
