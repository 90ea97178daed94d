import { IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { ApiProblem } from '@shared/api/problem';
import { Amount } from '@shared/format/amount';
import { useZones } from '@shared/format/display-zone';
import { formatLongDateTime } from '@shared/format/local-time';
import { formatRupiah, withRupiahPrefix } from '@shared/format/rupiah';
import { walletTypeName } from '@shared/format/wallet-type';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { DrawerPart, SideDrawer } from '@shared/overlay/side-drawer';
import { ListNotice } from '@shared/state/list-notice';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Fact, Facts } from '@shared/ui/facts';
import { Tag } from '@shared/ui/tag';

import { operatorTypeName, operatorTypeTexts } from '@shared/format/operator-types';
import { PriceWatch } from './price-watch';
import { StatusCell } from './product-columns';
import classes from './product-drawer.module.css';
import { productDrawerTexts } from './product-drawer-texts';
import { type PriceChange, priceHistoryOptions, type Product } from './product-queries';

interface ProductDrawerProps {
  opened: boolean;
  code: string;
  /** The product as the list has it, shown until its detail is loaded. A link may open one that is not in the list. */
  row: Product | undefined;
  /** When the list was loaded, in milliseconds. */
  rowLoadedAt: number;
  onClose: () => void;
  onReturnFocus: () => void;
}

const notFound = 404;

/** A product with the history of its price, and the prices to come. */
export function ProductDrawer({ opened, code, row, rowLoadedAt, onClose, onReturnFocus }: ProductDrawerProps) {
  const texts = useTexts(productDrawerTexts);
  const detail = useQuery(priceHistoryOptions(code));
  const failure = useFailure(detail);
  // A detail that was loaded before is older than the row until its answer comes.
  const isRowNewer = row !== undefined && rowLoadedAt > detail.dataUpdatedAt;
  const product = isRowNewer ? row : (detail.data?.product ?? row);
  const missing = failure instanceof ApiProblem && failure.status === notFound;
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      side="right"
      title={product?.name ?? code}
      closeLabel={texts.close}
      onReturnFocus={onReturnFocus}
    >
      {product && !missing && (
        <>
          <ProductFacts product={product} />
          <DrawerPart>
            <PriceWatch code={code} />
          </DrawerPart>
        </>
      )}
      <DrawerPart>
        {missing ? (
          <ListNotice icon={IconSearchOff} title={texts.notFound}>
            {texts.notFoundText}
          </ListNotice>
        ) : (
          <>
            <h3 className={classes['title']}>{texts.history}</h3>
            {failure === null ? (
              <History changes={detail.data?.changes} />
            ) : (
              <LoadFailed
                title={product ? texts.failed : texts.productFailed}
                error={failure}
                retrying={detail.isFetching}
                onRetry={() => void detail.refetch()}
              />
            )}
          </>
        )}
      </DrawerPart>
    </SideDrawer>
  );
}

function ProductFacts({ product }: { product: Product }) {
  const texts = useTexts(productDrawerTexts);
  const types = useTexts(operatorTypeTexts);
  const price = product.sellPrice ?? product.adminPrice ?? 0;
  return (
    <DrawerPart>
      <Facts>
        <Fact name={texts.facts.code}>{product.code}</Fact>
        <Fact name={texts.facts.operatorType}>{operatorTypeName(types, product.operatorType)}</Fact>
        <Fact name={texts.facts.walletType}>{walletTypeName(product.walletType)}</Fact>
        <Fact name={texts.facts.status}>
          <StatusCell product={product} />
        </Fact>
        {product.problemReason && (
          <Fact name={texts.facts.problem}>{withRupiahPrefix(product.problemReason, 'Rp')}</Fact>
        )}
        {product.cutOff && (
          <Fact name={texts.facts.cutOff}>{texts.cutOff(product.cutOff.from, product.cutOff.to)}</Fact>
        )}
        <Fact name={product.sellPrice === undefined ? texts.fee : texts.now}>
          <Amount value={price} prefix="Rp" />
        </Fact>
        {product.committedSellPrice !== undefined && (
          <Fact name={texts.committed}>
            <Amount value={product.committedSellPrice} prefix="Rp" />
          </Fact>
        )}
      </Facts>
    </DrawerPart>
  );
}

function History({ changes }: { changes: readonly PriceChange[] | undefined }) {
  const texts = useTexts(productDrawerTexts);
  if (changes === undefined) return <div className={classes['skeleton']} aria-hidden />;
  if (changes.length === 0) return <p className={classes['none']}>{texts.none}</p>;
  return (
    <ol className={classes['list']} aria-label={texts.history}>
      {changes.map((change) => (
        <li key={`${change.effectiveAt} ${change.own}`} className={classes['change']}>
          <Change change={change} />
        </li>
      ))}
    </ol>
  );
}

function Change({ change }: { change: PriceChange }) {
  const texts = useTexts(productDrawerTexts);
  const language = useLanguage();
  const { shown } = useZones();
  return (
    <>
      <span className={classes['amount']}>
        {change.price === undefined ? texts.listAgain : <Amount value={change.price} prefix="Rp" />}
      </span>
      <span className={classes['tags']}>
        {change.scheduled && <Tag>{texts.scheduled}</Tag>}
        {change.own && change.price !== undefined && <Tag>{texts.own}</Tag>}
      </span>
      <span className={classes['caption']}>
        <time dateTime={change.effectiveAt}>{texts.from(formatLongDateTime(change.effectiveAt, shown, language))}</time>
        {change.previousPrice !== undefined && `, ${texts.before(formatRupiah(change.previousPrice, 'Rp'))}`}
      </span>
    </>
  );
}
