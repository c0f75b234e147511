# Of each case of printf_buffer.cu how many lines came, the least and the largest number in them, the first and the last.
/^#mode/{h=$0;c=0;mn=1e9;mx=-1;f="";next}
/^#end/{print h " | " $0 " | lines " c " min " mn " max " mx " first " f " last " l;next}
{c++; if(c==1)f=substr($1,1,12); l=substr($1,1,12); if($1 ~ /^[0-9]+$/){if($1+0<mn)mn=$1+0; if($1+0>mx)mx=$1+0}}
