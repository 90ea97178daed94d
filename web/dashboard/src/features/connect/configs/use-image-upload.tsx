import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

import { ApiProblem } from '@shared/api/problem';
import { fieldRefusal } from '@shared/errors/refusal-text';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { useErrorNotice } from '@shared/notify/use-error-notice';

import { type Uploaded, uploadImageOptions } from '../connect-queries';
import { configsTexts } from './configs-texts';
import { limits } from './shop-draft';

/** Why a file can't be uploaded; null for an image of a fitting size. */
function imageProblem(file: Pick<File, 'type' | 'size'>): 'kind' | 'large' | null {
  if (!file.type.startsWith('image/')) return 'kind';
  return file.size > limits.image ? 'large' : null;
}

/** What the server said of the picture, or that it was too busy; undefined for other failures. */
function saidOf(error: Error): string | undefined {
  return fieldRefusal(error) ?? (error instanceof ApiProblem && error.status === busy ? error.text : undefined);
}

const busy = 503;

/**
 * Chooses an image and uploads it at once. `field` must be in the page; `choose` opens the choice of a file. An upload
 * ends with its notice and `onUploaded` also when its part of the page was left meanwhile.
 */
export function useImageUpload(kind: 'logo' | 'banner', onUploaded: (image: Uploaded) => void) {
  const texts = useTexts(configsTexts);
  const input = useRef<HTMLInputElement>(null);
  const notice = useErrorNotice();
  const upload = useMutation({
    ...uploadImageOptions(),
    onSuccess: (image) => {
      notifySuccess(texts.success, kind === 'logo' ? texts.logoDone : texts.bannerDone);
      onUploaded(image);
    },
    onError: (error) =>
      // What the server says of the picture helps more than that something went wrong.
      notice.show({
        title: texts.uploadFailed,
        text: saidOf(error) ?? (kind === 'logo' ? texts.logoFailed : texts.bannerFailed),
      }),
  });

  function startUpload(file: File) {
    notice.end();
    const problem = imageProblem(file);
    if (problem === 'kind') notice.show({ title: texts.badFile, text: texts.badFileText });
    else if (problem === 'large') notice.show({ title: texts.largeFile, text: texts.largeFileText });
    else upload.mutate(file);
  }

  const field = (
    <input
      ref={input}
      type="file"
      hidden
      accept="image/png,image/jpeg,image/webp,image/gif"
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0];
        if (file) startUpload(file);
        // The same file can be chosen again.
        currentTarget.value = '';
      }}
    />
  );
  return { field, uploading: upload.isPending, choose: () => !upload.isPending && input.current?.click() };
}
