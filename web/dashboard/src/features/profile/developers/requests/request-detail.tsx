import { Button, VisuallyHidden } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { baseUrlOf } from '@shared/api/client';
import { useTexts } from '@shared/i18n/texts';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { CopyIcon } from '@shared/ui/copy-icon';
import { useCopy } from '@shared/ui/use-copy';

import { CodePanel } from '../code-panel';
import { developerTexts } from '../developer-texts';
import developers from '../developers.module.css';
import { durationText } from '../duration';
import { PanelSkeleton } from '../panel-skeleton';
import { ReferenceLinks } from '../reference-links';
import { curlOf } from './curl';
import { type RequestDetail as Detail, requestOptions } from './request-queries';
import { requestTexts } from './request-texts';
import classes from './requests.module.css';

/** A request in its place in the list: what was sent and what was answered. */
export function RequestDetail({ id }: { id: string }) {
  const texts = useTexts(requestTexts);
  const durations = useTexts(developerTexts);
  const load = useQuery(requestOptions(id));
  const failure = useFailure(load);
  if (failure !== null) {
    const again = () => void load.refetch();
    return <LoadFailed title={texts.oneFailed} error={failure} retrying={load.isFetching} onRetry={again} />;
  }
  const request = load.data;
  if (!request) return <PanelSkeleton />;
  const bodyText = (body: string) => (request.kept ? body || texts.empty : texts.gone);
  return (
    <div className={classes['detail']}>
      <VisuallyHidden component="h2">{`${request.method} ${request.target}`}</VisuallyHidden>
      <Facts request={request} />
      <div className={classes['bodies']}>
        <CodePanel title={texts.body} note={texts.secretsMasked} text={bodyText(request.body)} />
        <CodePanel
          title={texts.answer}
          note={texts.answered(request.status, durationText(request.took, durations))}
          text={bodyText(request.answer)}
        />
      </div>
    </div>
  );
}

function Facts({ request }: { request: Detail }) {
  const texts = useTexts(requestTexts);
  const copy = useCopy();
  const { requestId, program, reference } = request;
  return (
    <div className={developers['actions']}>
      <dl className={classes['facts']}>
        <div>
          <dt>{texts.requestId}</dt>
          <dd className={developers['mono']}>
            {requestId}
            <CopyIcon value={requestId} label={texts.copyId} />
          </dd>
        </div>
        {program !== '' && (
          <div>
            <dt>{texts.program}</dt>
            <dd>{program}</dd>
          </div>
        )}
      </dl>
      {reference !== '' && <ReferenceLinks reference={reference} from="requests" />}
      <Button
        variant="default"
        size="sm"
        leftSection={<IconTerminal2 aria-hidden />}
        onClick={() => void copy(curlOf(request, baseUrlOf('main')), texts.copied)}
      >
        {texts.copyCurl}
      </Button>
    </div>
  );
}
