import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';

import { renderPart } from '../../test/render';
import { clearNotices } from './notify';
import { shownNotices } from './notice-store';
import { useErrorNotice } from './use-error-notice';

function Action({ name }: { name: string }) {
  const notice = useErrorNotice();
  return (
    <>
      <button type="button" onClick={() => notice.show({ title: `${name} failed` })}>
        Fail {name}
      </button>
      <button type="button" onClick={notice.end}>
        Try {name}
      </button>
    </>
  );
}

afterEach(() => {
  cleanup();
  clearNotices();
});

it('ends the errors of its own action with the next try, and no others', async () => {
  const { user } = renderPart(
    <>
      <Action name="saving" />
      <Action name="copying" />
    </>,
  );
  await user.click(screen.getByText('Fail saving'));
  await user.click(screen.getByText('Fail copying'));
  await user.click(screen.getByText('Try saving'));
  expect(shownNotices().map(({ title }) => title)).toEqual(['copying failed']);
});
