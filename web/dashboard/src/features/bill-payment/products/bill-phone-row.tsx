import { withRupiahPrefix } from '@shared/format/rupiah';
import { PhoneRow } from '@shared/table/phone-row';
import type { BillProduct } from '../order-form/order-queries';
import { CreateOrder, OperatorName, PriceOf, ProblemMark, problemOf } from './bill-columns';
import classes from './products.module.css';

/** A product on a phone: name and price, operator and code, description or problem, and its button. */
export function BillPhoneRow({ product }: { product: BillProduct }) {
  return (
    <PhoneRow>
      <span>{product.name}</span>
      <span className={classes['phonePrice']}>
        <PriceOf product={product} />
      </span>
      <span className={classes['phoneNote']}>
        <OperatorName product={product} /> · <span className={classes['code']}>{product.code}</span>{' '}
        <ProblemMark product={product} />
        <span className={classes['phoneDescription']}>
          {problemOf(product) || withRupiahPrefix(product.description, 'Rp.')}
        </span>
      </span>
      <CreateOrder product={product} />
    </PhoneRow>
  );
}
