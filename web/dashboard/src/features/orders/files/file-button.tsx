import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

import { baseUrlOf } from '@shared/api/client';

import classes from './files.module.css';

interface FileButtonProps {
  /** The signed link, which needs no token. A path is relative to the API's host. */
  url: string;
  /** Names the file for screen readers. It begins with the visible text. */
  label: string;
  children: string;
  onPress?: () => void;
}

/** A download link that looks like a button. */
export function FileButton({ url, label, children, onPress }: FileButtonProps) {
  return (
    <Button
      component="a"
      href={new URL(url, baseUrlOf('main')).href}
      download
      variant="default"
      size="sm"
      className={classes['download']}
      aria-label={label}
      leftSection={<IconDownload aria-hidden />}
      onClick={() => onPress?.()}
    >
      {children}
    </Button>
  );
}
