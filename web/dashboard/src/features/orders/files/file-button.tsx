import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

import { baseUrlOf } from '@shared/api/client';

import classes from './files.module.css';

interface FileButtonProps {
  /** The signed link, which serves without a token; a path is one of the API's host. */
  url: string;
  /** Which file it is, for screen readers; it begins with the visible word. */
  label: string;
  children: string;
  onPress?: () => void;
}

/** A link to a file that looks like the button it is. */
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
