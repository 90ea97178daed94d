import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { useEffect, useState } from 'react';
import { expect, it } from 'vitest';

import { Notices } from '@shared/notify/notices';
import { ThemeProvider } from '@shared/theme/theme-provider';

import { testNetwork } from '../../../../../test/network';
import { Banners } from './banners';
import { type DraftBanner, draftOf } from './shop-draft';

const network = testNetwork();

const client = new QueryClient();
let shownBanners: readonly DraftBanner[] = [];

function Page() {
  const [banners, setBanners] = useState<readonly DraftBanner[]>(['banner 1', 'banner 2'].map(named));
  const [shown, setShown] = useState(true);
  useEffect(() => {
    shownBanners = banners;
  }, [banners]);
  return (
    <QueryClientProvider client={client}>
      <ThemeProvider>
        <button type="button" onClick={() => setShown(false)}>
          Leave
        </button>
        {shown ? (
          <Banners draft={{ ...draftOf(null), banners }} refused={[]} showErrors={false} onEdit={setBanners} />
        ) : null}
      </ThemeProvider>
    </QueryClientProvider>
  );
}

function named(name: string, id: number): DraftBanner {
  return { id, name, imageKey: '', imageUrl: '', active: false, href: '' };
}

/** Begins the upload of the first banner's image. Returns a function that lets the server answer. */
async function beginUpload() {
  const waiting: (() => void)[] = [];
  const answered = new Promise<void>((resolve) => waiting.push(resolve));
  let uploadStarted = false;
  network.use(
    http.post('*/v1/files/upload', async () => {
      uploadStarted = true;
      await answered;
      return HttpResponse.json({ key: 'key', signedUrl: '/files/key' }, { status: 201 });
    }),
  );
  const { container } = render(<Page />);
  const field = container.querySelector('input[type=file]');
  if (!field) throw new Error('no field for a file');
  fireEvent.change(field, { target: { files: [new File(['1'], 'a.png', { type: 'image/png' })] } });
  await waitFor(() => expect(uploadStarted).toBe(true));
  return () => waiting.forEach((answer) => answer());
}

it('keeps what was edited while an image was uploaded', async () => {
  const answer = await beginUpload();
  fireEvent.change(screen.getByLabelText('Link of banner 2'), { target: { value: 'https://two.example' } });
  answer();
  await waitFor(() => expect(shownBanners[0]?.imageKey).toBe('key'));
  expect(shownBanners[1]?.href).toBe('https://two.example');
});

it('takes an image whose upload ends after its part of the page was left', async () => {
  const answer = await beginUpload();
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
  answer();
  await waitFor(() => expect(shownBanners[0]?.imageKey).toBe('key'));
});

it('says why the server refused an image, and that something went wrong without a reason', async () => {
  const { container } = render(
    <ThemeProvider>
      <Notices />
      <Page />
    </ThemeProvider>,
  );
  const field = container.querySelector('input[type=file]');
  if (!field) throw new Error('no field for a file');
  const fields = [{ field: 'files', message: 'The image is animated; choose a still one' }];
  for (const [body, status, message] of [
    [{ code: 'ValidationError', message: 'The input is not valid', fields }, 400, fields[0]?.message ?? ''],
    [{ code: 'InternalError', message: 'no' }, 500, 'Something went wrong.'],
  ] as const) {
    network.use(http.post('*/v1/files/upload', () => HttpResponse.json(body, { status })));
    fireEvent.change(field, { target: { files: [new File(['1'], 'a.gif', { type: 'image/gif' })] } });
    // oxlint-disable-next-line no-await-in-loop -- one upload after the other
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
  }
  expect(screen.getAllByText('Upload Failed').length).toBeGreaterThan(0);
});
