import { Button } from '@mantine/core';
import { IconCopy, IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { serverUrl } from '@shared/api/server-url';
import { useTexts } from '@shared/i18n/texts';
import { ListNotice } from '@shared/state/list-notice';
import { useCopy } from '@shared/ui/use-copy';
import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';
import { inSandbox } from '@/session/sandbox';

import { firstOrderTexts } from './first-order-texts';
import classes from './first-order.module.css';

const exampleOrder = { productCode: 'TSEL10', destinationNo: '081234567890', clientRef: 'INV-1' };

/** Shows a client without any order how to place the first one: an API key, a command to try, the documentation. */
export function FirstOrder() {
  const texts = useTexts(firstOrderTexts);
  const copy = useCopy();
  const mayMakeKeys = useHasPermission(permission.profileApiKey);
  const command = exampleCommand();

  const steps = (
    <ol className={classes['steps']}>
      <li>{mayMakeKeys ? <KeyLink /> : texts.askForKey}</li>
      <li>
        {texts.send}
        <pre className={classes['command']}>{command}</pre>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconCopy aria-hidden />}
          onClick={() => void copy(command, texts.copied)}
        >
          {texts.copy}
        </Button>
      </li>
      <li>
        {texts.products} <code>GET /h2h/v1/products</code>.
      </li>
      <li>
        {texts.read}{' '}
        <a href={serverUrl('/docs/quickstart')} target="_blank" rel="noreferrer">
          {texts.docs}
        </a>
        .
      </li>
    </ol>
  );
  return (
    <ListNotice icon={IconSend} title={texts.title} action={steps}>
      {texts.body}
    </ListNotice>
  );
}

/** Where keys are made: those of the sandbox on the page of developers. */
function KeyLink() {
  const texts = useTexts(firstOrderTexts);
  if (inSandbox()) return <Link to="/profile/developers/sandbox">{texts.makeTestKey}</Link>;
  return (
    <Link to="/profile/{-$type}" params={{ type: 'api-key' }}>
      {texts.makeKey}
    </Link>
  );
}

function exampleCommand(): string {
  return [
    `curl ${serverUrl('/h2h/v1/orders')}`,
    `-H 'Authorization: Bearer YOUR_API_KEY'`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(exampleOrder)}'`,
  ].join(' \\\n  ');
}
