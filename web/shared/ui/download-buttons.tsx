import { Button, type ButtonProps } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, type UseMutationOptions } from '@tanstack/react-query';

import { type FileFormat, fileFormats } from '@shared/api/file-answer';
import { notifySuccess } from '@shared/notify/notify';

interface DownloadButtonsProps {
  /** Saves the file in a format. */
  download: UseMutationOptions<void, Error, FileFormat>;
  labels: Record<FileFormat, string>;
  /** Text of the notice after the file is saved. */
  done?: string;
  size?: ButtonProps['size'];
}

/** A button for each format of a file. One file is downloaded at a time. */
export function DownloadButtons({ download, labels, done, size }: DownloadButtonsProps) {
  const { mutate, isPending } = useMutation({
    ...download,
    // Also after the page is left: the file is saved then.
    onSuccess: () => done !== undefined && notifySuccess(done),
  });
  return fileFormats.map((format) => (
    <Button
      key={format}
      variant="default"
      {...(size !== undefined && { size })}
      leftSection={<IconDownload aria-hidden />}
      disabled={isPending}
      onClick={() => mutate(format)}
    >
      {labels[format]}
    </Button>
  ));
}
