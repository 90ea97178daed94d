import { IconEye } from '@tabler/icons-react';

import { groupThousands } from '@shared/format/rupiah';

import { percentText } from '../percent-text';
import classes from './funnel-chart.module.css';
import type { LabelRoom, PlacedNode } from './funnel-layout';
import { isEnd } from './funnel-model';

const lineHeight = 16;
const distance = 10;

interface FunnelLabelProps {
  node: PlacedNode;
  room: LabelRoom;
  /** The most pixels that its text may take. */
  width: number;
}

/** How many saw a step, after their share: '34% · 847'. The name of the step for screen readers goes on in words. */
export function figuresOf({ count, percentage }: PlacedNode): string {
  const share = percentage === undefined ? '' : `${percentText(percentage)} · `;
  return share + groupThousands(count);
}

/** The name of a step, and how many saw it: before the first column, else after; of SKUs on one line. */
export function FunnelLabel({ node, room, width }: FunnelLabelProps) {
  const before = node.column === 0;
  const height = room === 'full' && node.column !== 1 ? 2 * lineHeight : lineHeight;
  return (
    <foreignObject
      x={before ? node.x - distance - width : node.x + node.width + distance}
      y={node.y + (node.height - height) / 2}
      width={Math.max(0, width)}
      height={height}
      className={classes['labelBox']}
    >
      <div className={classes['label']} data-before={before || undefined} data-line={node.column === 1 || undefined}>
        <span className={classes['name']} title={node.name}>
          {node.name}
        </span>{' '}
        {room === 'full' && (
          <span className={classes['count']}>
            {!isEnd(node) && <IconEye aria-hidden />}
            {figuresOf(node)}
          </span>
        )}
      </div>
    </foreignObject>
  );
}
