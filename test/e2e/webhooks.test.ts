import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test } from './support/journey.ts';
import { inEveryVariant } from './support/language.ts';
import { expectGoodLook } from './support/look.ts';
import { expectSuccess } from './support/notices.ts';
import { rememberSecret } from './support/secrets.ts';
import { signIn } from './support/sign-in.ts';
import { newDestination, newReference } from './support/client-api.ts';

const textsIn = {
  en: {
    none: 'No endpoint yet',
    add: 'Add endpoint',
    url: 'Address',
    added: 'The endpoint has been added',
    secret: 'Secret of the endpoint',
    copy: 'Copy',
    copied: 'Secret copied',
    test: 'Send a test',
    send: 'Send',
    answered: /Your server answered 200 in/u,
    close: 'Close',
    sendAgain: 'Send again',
    sentAgain: 'Sent again: 1',
    remove: 'Delete',
    question: 'Delete this endpoint?',
    removed: 'The endpoint has been deleted',
  },
  id: {
    none: 'Belum ada endpoint',
    add: 'Tambah endpoint',
    url: 'Alamat',
    added: 'Endpoint telah ditambahkan',
    secret: 'Rahasia endpoint',
    copy: 'Salin',
    copied: 'Rahasia disalin',
    test: 'Kirim tes',
    send: 'Kirim',
    answered: /Server Anda menjawab 200 dalam/u,
    close: 'Tutup',
    sendAgain: 'Kirim lagi',
    sentAgain: 'Dikirim lagi: 1',
    remove: 'Hapus',
    question: 'Hapus endpoint ini?',
    removed: 'Endpoint telah dihapus',
  },
};

/** A client's program that gets events, and fails at the first one of an order. */
class Receiver {
  readonly bodies: string[] = [];
  readonly #server: Server;

  private constructor(failAt: string) {
    this.#server = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        this.bodies.push(body);
        const first = this.about(failAt) === 1 && body.includes(failAt);
        response.writeHead(first ? 500 : 200, { 'content-type': 'application/json' });
        response.end(first ? '{"error":"deadlock detected"}' : '{"received":true}');
      });
    });
  }

  static async open(failAt: string): Promise<Receiver> {
    const receiver = new Receiver(failAt);
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    // A server that listens on a port has an address with a port.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks`;
  }

  /** How often events of an order came. */
  about(reference: string): number {
    return this.bodies.filter((body) => body.includes(`"clientRef":"${reference}"`)).length;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

inEveryVariant(({ language }) => {
  const texts = textsIn[language];

  test('an endpoint is added, tested, gets what happens, and is deleted', async ({ page, clientApi }) => {
    const reference = newReference();
    const receiver = await Receiver.open(reference);
    await signIn(page, undefined, 'profile/developers');
    await expect(page.getByRole('heading', { name: texts.none })).toBeVisible();
    await expectGoodLook(page, `webhooks-none-${language}`);

    await page.getByRole('button', { name: texts.add }).click();
    const form = page.getByRole('dialog', { name: texts.add });
    await form.getByLabel(texts.url).fill(receiver.url);
    await expectGoodLook(page, `webhooks-add-${language}`);
    await form.getByRole('button', { name: texts.add }).click();
    const shown = page.getByRole('dialog', { name: texts.secret });
    const field = shown.getByRole('textbox');
    await expect(field).toHaveValue(/^whsec_/u);
    const secret = await field.inputValue();
    rememberSecret(secret);
    await shown.getByRole('button', { name: texts.copy }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await shown.getByRole('button', { name: 'OK', exact: true }).click();
    await expect(shown).toBeHidden();
    expect(await page.content()).not.toContain(secret);

    await page.getByRole('button', { name: texts.test }).click();
    const tests = page.getByRole('dialog', { name: texts.test });
    await tests.getByRole('button', { name: texts.send, exact: true }).click();
    await expect(tests.getByText(texts.answered)).toBeVisible();
    await expectGoodLook(page, `webhooks-test-${language}`);
    await tests.getByRole('button', { name: texts.close, exact: true }).last().click();
    await expect(tests).toBeHidden();

    await clientApi.placeOrder(newDestination('0'), reference);
    await expect.poll(() => receiver.about(reference), { timeout: 30_000 }).toBe(2);
    const row = page.getByRole('button', { name: `order.succeeded ${reference}` });
    await row.click();
    await expect(page.getByText(/"received": true/u)).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: '1 · 500' }).click();
    await expect(page.getByText(/deadlock detected/u)).toBeVisible();
    await expectGoodLook(page, `webhooks-delivery-${language}`);
    await page.getByRole('button', { name: texts.sendAgain }).click();
    await expectSuccess(page, texts.sentAgain);
    await expect.poll(() => receiver.about(reference)).toBe(3);

    await page.getByRole('button', { name: `${texts.remove} ${receiver.url}` }).click();
    const question = page.getByRole('dialog', { name: texts.question });
    await question.getByRole('button', { name: texts.remove, exact: true }).click();
    await expectSuccess(page, texts.removed);
    await expect(page.getByRole('heading', { name: texts.none })).toBeVisible();
    receiver.close();
  });
});
