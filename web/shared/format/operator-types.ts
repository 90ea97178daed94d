import { defineTexts } from '@shared/i18n/texts';

/** Names of the operator types (docs/product/products.md#groups), by their codes. */
export const operatorTypeTexts = defineTexts({
  en: {
    mobile: 'Mobile Credit',
    data: 'Mobile Data',
    electricity: 'Electricity Token',
    ewallet: 'E-Wallet',
    ewallet_inquiry: 'E-Wallet (Open Amount)',
    emoney: 'E-Money',
    game: 'Game',
    game_close_amount: 'Game (Fixed Amount)',
    voucher: 'Voucher',
    mobile_international: 'International Mobile Credit',
    electricity_postpaid: 'Electricity Bill',
    pdam: 'Water Bill (PDAM)',
    bpjs: 'BPJS',
    mobile_postpaid: 'Mobile Bill',
    telephone_postpaid: 'Telephone and Internet Bill',
    tv_postpaid: 'TV Bill',
    gas_postpaid: 'Gas Bill',
    multifinance: 'Instalment (Multifinance)',
    insurance: 'Insurance',
    credit_card: 'Credit Card Bill',
    pbb: 'Property Tax (PBB)',
    vehicle_tax: 'Vehicle Tax',
    esamsat: 'Vehicle Tax (e-Samsat)',
    samolnas: 'Vehicle Tax (Samolnas)',
    spp: 'School Fees (SPP)',
    ipl: 'Neighbourhood Fees (IPL)',
  },
  id: {
    mobile: 'Pulsa',
    data: 'Paket Data',
    electricity: 'Token Listrik',
    ewallet: 'E-Wallet',
    ewallet_inquiry: 'E-Wallet (Nominal Bebas)',
    emoney: 'Uang Elektronik',
    game: 'Game',
    game_close_amount: 'Game (Nominal Tetap)',
    voucher: 'Voucher',
    mobile_international: 'Pulsa Internasional',
    electricity_postpaid: 'Tagihan Listrik',
    pdam: 'Tagihan Air (PDAM)',
    bpjs: 'BPJS',
    mobile_postpaid: 'Tagihan Seluler',
    telephone_postpaid: 'Tagihan Telepon dan Internet',
    tv_postpaid: 'Tagihan TV',
    gas_postpaid: 'Tagihan Gas',
    multifinance: 'Angsuran (Multifinance)',
    insurance: 'Asuransi',
    credit_card: 'Tagihan Kartu Kredit',
    pbb: 'Pajak Bumi dan Bangunan (PBB)',
    vehicle_tax: 'Pajak Kendaraan',
    esamsat: 'Pajak Kendaraan (e-Samsat)',
    samolnas: 'Pajak Kendaraan (Samolnas)',
    spp: 'Uang Sekolah (SPP)',
    ipl: 'Iuran Lingkungan (IPL)',
  },
});

/** Returns the name of an operator type. One that a deployment adds later is shown by its code. */
export function operatorTypeName(names: (typeof operatorTypeTexts)['en'], type: string): string {
  const namesByType: Record<string, string> = names;
  return namesByType[type] ?? type;
}
