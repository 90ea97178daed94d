import { Tooltip } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ComponentType, ReactNode, Ref } from 'react';

import classes from './sidebar.module.css';

interface FaceProps {
  icon: ComponentType<{ className?: string | undefined; 'aria-hidden'?: boolean }>;
  label: string;
  /** Only the icon is seen; the label stays for screen readers and in a tooltip. */
  iconOnly: boolean;
  tag?: string | undefined;
}

/** What an entry shows: its icon, its name and perhaps a tag. */
export function ItemFace({ icon: Icon, label, iconOnly, tag }: FaceProps) {
  return (
    <>
      <Icon className={classes['itemIcon']} aria-hidden />
      <span className={classes['itemLabel']} data-hidden={iconOnly || undefined}>
        {label}
      </span>
      {tag ? (
        <span className={classes['tag']} data-hidden={iconOnly || undefined}>
          {tag}
        </span>
      ) : null}
    </>
  );
}

/** Names an entry on hover and focus where its label is hidden, or says why it is closed. */
export function ItemTooltip({ label, children }: { label: string | undefined; children: ReactNode }) {
  return (
    <Tooltip label={label ?? ''} disabled={label === undefined} position="right">
      {children}
    </Tooltip>
  );
}

function ItemAnchor({ ref, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }) {
  // The router gives href and children.
  // oxlint-disable-next-line jsx-a11y/anchor-has-content
  return <a {...rest} ref={ref} className={classes['item']} />;
}

/** An entry that leads to an area. */
export const ItemLink = createLink(ItemAnchor);
