import { newDestination, newReference } from './support/client-api.ts';
import { expect, test } from './support/journey.ts';
import { streamOpens } from './support/live.ts';
import { expectAccessible, expectGoodLook } from './support/look.ts';
import { ordersOf, signIn } from './support/sign-in.ts';
import { Suppliers } from './support/supplier.ts';

test('an order placed by API appears in the open list and turns to success @core', async ({
  page,
  request,
  program,
  clientApi,
}) => {
  // While the stream is open nothing else asks for the list again.
  const streams = streamOpens(page);
  await signIn(page);
  await streams;
  await expect(ordersOf(page).getByRole('row')).toHaveCount(11);
  const reference = newReference();
  const destination = newDestination('3');
  const row = page.getByRole('row').filter({ hasText: reference });
  const suppliers = new Suppliers(request, program);
  // It is pending until the test ends it.
  await suppliers.turn({ callbackAfter: '60s' });
  let orderId = '';
  try {
    ({ orderId } = await clientApi.placeOrder(destination, reference));
    await expect(row).toContainText('Pending');
    await expect(row).toContainText('Telkomsel 10.000');
    await expect(row).toContainText('10.250');
    await expect(row).toContainText('Level 1');
    await expectAccessible(page);
    await suppliers.endPending(destination);
    await expect(row).toContainText('Success');
  } finally {
    await suppliers.reset();
  }
  await expect(row).not.toContainText('Refunded');

  await row.getByRole('button', { name: `Copy order ${orderId}` }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Order copied!' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n')).toEqual([
    expect.stringMatching(/^Time: \d{1,2} \w{3} \d{4}, \d{2}:\d{2}:\d{2} WIB$/u),
    `Order ID: ${orderId}`,
    expect.stringMatching(/^Product: Telkomsel 10\.000/u),
    `Destination Number: ${destination}`,
  ]);
  await expectGoodLook(page, 'orders');
});

test('an order that fails shows Failed and Refunded, and the money is back @core', async ({ page, clientApi }) => {
  await signIn(page);
  const before = await clientApi.balance('level_1');
  const order = await clientApi.placeOrder(newDestination('2'));
  const row = page.getByRole('row').filter({ hasText: order.clientRef });
  await expect(row).toContainText('Failed');
  await expect(row).toContainText('Refunded');
  await expectGoodLook(page, 'orders-refunded');
  expect(await clientApi.balance('level_1')).toBe(before);
});
