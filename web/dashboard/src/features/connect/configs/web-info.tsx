import { Button, Input, TextInput } from '@mantine/core';
import { IconPhoto, IconUpload } from '@tabler/icons-react';
import { useId } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { useErrorNotice } from '@shared/notify/use-error-notice';
import { Card } from '@shared/ui/card';

import type { SaveWhen } from './autosave';
import { configsTexts } from './configs-texts';
import classes from './configs.module.css';
import { type ShopDraft, limits } from './shop-draft';
import { reasonOf, type Refusal } from './refusals';
import { useImageUpload } from './use-image-upload';

interface WebInfoProps {
  draft: ShopDraft;
  /** Something was edited, or the step was to be left: what is missing is shown. */
  dirty: boolean;
  /** What the server refused of the draft. */
  refused: readonly Refusal[];
  onEdit: (change: Partial<ShopDraft>, when: SaveWhen) => void;
}

/** The name and the logo of the shop. */
export function WebInfo({ draft, dirty, refused, onEdit }: WebInfoProps) {
  const texts = useTexts(configsTexts);
  const errorId = useId();
  const notice = useErrorNotice();
  const logo = useImageUpload('logo', ({ key, signedUrl }) => onEdit({ logoKey: key, logoUrl: signedUrl }, 'now'));
  const logoError = dirty && draft.logoKey === '' ? texts.logoError : reasonOf(refused, 'logo');
  return (
    <Card title={texts.tabs['web-info']}>
      <div className={classes['fields']}>
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          value={draft.name}
          error={dirty && draft.name.trim() === '' ? texts.nameError : reasonOf(refused, 'name')}
          onChange={({ currentTarget }) => {
            notice.end();
            // The server counts code points, too: an emoji is one character.
            if (Array.from(currentTarget.value.trim()).length > limits.name)
              notice.show({ title: texts.nameLong, text: texts.nameLongText });
            else onEdit({ name: currentTarget.value }, 'later');
          }}
        />
        <Input.Wrapper
          label={texts.logo}
          labelElement="div"
          description={texts.logoHint}
          error={logoError}
          errorProps={{ id: errorId }}
        >
          {logo.field}
          <div className={classes['logoRow']}>
            <span className={classes['logo']}>
              {draft.logoUrl ? <img src={draft.logoUrl} alt={texts.logo} /> : <IconPhoto aria-hidden />}
            </span>
            <Button
              variant="default"
              leftSection={<IconUpload aria-hidden />}
              aria-label={`${draft.logoKey ? texts.replace : texts.upload} ${texts.logo}`}
              aria-describedby={logoError === undefined ? undefined : errorId}
              aria-busy={logo.uploading}
              onClick={logo.choose}
            >
              {logo.uploading ? texts.uploading : draft.logoKey ? texts.replace : texts.upload}
            </Button>
          </div>
        </Input.Wrapper>
      </div>
    </Card>
  );
}
