import { Eraser, Hand, MapPin, Move, PenTool, Redo2, SquareDashed, Undo2, Waypoints } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from '../../ui/index.ts';
import type { MapTool } from '../../ui/map/zone-map.tsx';
import type { DrawingHistory } from './drawing.ts';

type ToolsProps = {
  tool: MapTool;
  onTool: (tool: MapTool) => void;
  history: DrawingHistory;
  onStep: (text: string | null) => void;
  isEmpty: boolean;
  onClear: () => void;
};

const TOOLS: readonly (readonly [tool: MapTool, icon: ReactNode, needsDrawing: boolean])[] = [
  ['look', <Hand key="look" />, false],
  ['draw', <PenTool key="draw" />, false],
  ['edit', <Waypoints key="edit" />, true],
  ['move', <Move key="move" />, true],
  ['hole', <SquareDashed key="hole" />, true],
];

/** The tools for drawing on the map, with undo and redo. */
export const DrawTools = ({ tool, onTool, history, onStep, isEmpty, onClear }: ToolsProps) => {
  const { t } = useTranslation('location');
  return (
    <div className="grid gap-2">
      <div role="toolbar" aria-label={t('tools.label')} className="flex flex-wrap gap-2">
        {TOOLS.map(([one, icon, needsDrawing]) => (
          <Button
            key={one}
            size="sm"
            icon={icon}
            aria-pressed={tool === one}
            variant={tool === one ? 'primary' : 'secondary'}
            disabled={needsDrawing && isEmpty}
            onClick={() => onTool(one)}
          >
            {t(`tools.${one}`)}
          </Button>
        ))}
        <Button size="sm" icon={<Undo2 />} disabled={!history.canUndo} onClick={() => onStep(history.undo())}>
          {t('tools.undo')}
        </Button>
        <Button size="sm" icon={<Redo2 />} disabled={!history.canRedo} onClick={() => onStep(history.redo())}>
          {t('tools.redo')}
        </Button>
        <Button size="sm" icon={<Eraser />} disabled={isEmpty} onClick={onClear}>
          {t('tools.clear')}
        </Button>
      </div>
      <p className="flex items-center gap-1.5 text-sm text-subtle">
        <MapPin aria-hidden="true" className="size-4 shrink-0" />
        {t(`tools.hint.${tool}`)}
      </p>
    </div>
  );
};
