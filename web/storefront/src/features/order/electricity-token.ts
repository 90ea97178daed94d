/** What an electricity token's proof of delivery says: token/name/tariff/power/kWh. */
export interface ElectricityToken {
  token: string;
  name: string;
  tariff: string;
  energy: string;
}

const tokenForm = /^(?:\d{4}[- ]?){4}\d{4}$/u;

/** Takes the proof of delivery of an electricity token apart. One of another form is no token: it is shown as it is. */
export function electricityToken(serial: string): ElectricityToken | null {
  const [token = '', name = '', ...rest] = serial.split('/').map((part) => part.trim());
  const energy = rest.at(-1) ?? '';
  if (!tokenForm.test(token) || rest.length < 2) return null;
  return { token, name, tariff: rest.slice(0, -1).join(' / '), energy };
}
