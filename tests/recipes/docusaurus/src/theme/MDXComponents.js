import MDXComponents from '@theme-original/MDXComponents';
import MirrorPod from '@site/src/components/MirrorPod';

// Every page can say <MirrorPod>, without an import.
export default {...MDXComponents, MirrorPod};
