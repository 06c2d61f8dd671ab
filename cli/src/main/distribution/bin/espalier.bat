@echo off
rem Runs Espalier's command line. Needs Java 17 or newer: the one of JAVA_HOME, else the first on the PATH.
rem ESPALIER_JAVA_OPTS gives options to the JVM, separated by blanks.
setlocal

if defined JAVA_HOME (
    set "JAVA=%JAVA_HOME%\bin\java.exe"
) else (
    set "JAVA="
    for %%i in (java.exe) do set "JAVA=%%~$PATH:i"
)
if not defined JAVA (
    echo espalier: no Java found; install a JDK 17 or newer and put its bin folder on the PATH, or set JAVA_HOME 1>&2
    exit /b 1
)
if not exist "%JAVA%" (
    echo espalier: there is no "%JAVA%"; set JAVA_HOME to a Java 17 or newer, or unset it 1>&2
    exit /b 1
)

set "MAJOR=0"
for /f "tokens=3" %%v in ('""%JAVA%" -version 2>&1" ^| findstr /i /c:" version "') do (
    set "VERSION=%%~v"
    for /f "tokens=1 delims=.-+" %%m in ("%%~v") do set "MAJOR=%%m"
)
if %MAJOR% LSS 17 (
    echo espalier: "%JAVA%" is older than Java 17; install a newer one, or set JAVA_HOME to it 1>&2
    exit /b 1
)

set "COLLECTOR=-XX:+UseSerialGC -XX:MinHeapFreeRatio=20 -XX:MaxHeapFreeRatio=40"
set "HEAP=-Xms16m -XX:MaxNewSize=32m"
if defined ESPALIER_JAVA_OPTS echo "%ESPALIER_JAVA_OPTS%" | findstr /r /c:"-XX:+Use.*GC" >nul && set "COLLECTOR=" && set "HEAP="
if defined ESPALIER_JAVA_OPTS echo "%ESPALIER_JAVA_OPTS%" | findstr /c:"-Xm" >nul && set "HEAP="

rem A short training spends a third of its time on compiling; see the script for Unix, which also looks at the size of the data.
set "JIT="
if "%~1"=="train" set "JIT=-XX:Tier4InvocationThreshold=40000 -XX:Tier4MinInvocationThreshold=5000 -XX:Tier4CompileThreshold=100000 -XX:Tier4BackEdgeThreshold=320000"
if "%~1"=="lattice" set "JIT=-XX:Tier4InvocationThreshold=400000 -XX:Tier4MinInvocationThreshold=50000 -XX:Tier4CompileThreshold=1000000 -XX:Tier4BackEdgeThreshold=3200000"
if "%~1"=="train" if defined HEAP set "HEAP=-Xms64m -Xmn8m -XX:MinHeapFreeRatio=10 -XX:MaxHeapFreeRatio=20"

rem A class-data archive makes short commands start faster; see the script for Unix. It is ignored by any JVM that it does not fit.
set "LIB=%~dp0..\lib"
set "ARCHIVE=%LIB%\espalier-%VERSION%.jsa"
if not exist "%ARCHIVE%" if exist "%LIB%\espalier.classlist" (
    "%JAVA%" -XX:+UseSerialGC -Xshare:dump "-XX:SharedClassListFile=%LIB%\espalier.classlist" "-XX:SharedArchiveFile=%ARCHIVE%" -jar "%LIB%\espalier.jar" <nul >nul 2>nul
)
set "SHARING="
if exist "%ARCHIVE%" set "SHARING=-XX:SharedArchiveFile="%ARCHIVE%""

if not defined ESPALIER_COMMAND set "ESPALIER_COMMAND=%~0"
"%JAVA%" %COLLECTOR% %HEAP% %JIT% -XX:MaxRAMPercentage=50 -Xshare:auto %SHARING% -Xlog:disable -Xlog:all=warning,cds*=off:stderr -Dfile.encoding=UTF-8 -Dstdout.encoding=UTF-8 -Dstderr.encoding=UTF-8 -Dsun.stdout.encoding=UTF-8 -Dsun.stderr.encoding=UTF-8 %ESPALIER_JAVA_OPTS% -jar "%~dp0..\lib\espalier.jar" %*
exit /b %ERRORLEVEL%
