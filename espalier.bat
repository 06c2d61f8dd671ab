@echo off
rem Runs Espalier's command line from the source tree, building it first when it is missing or older than the sources.
rem Needs a JDK 17 or newer and Maven 3.8 or newer. See cli\src\main\distribution\bin\espalier.bat for JAVA_HOME and ESPALIER_JAVA_OPTS.
setlocal
set "ROOT=%~dp0"
set "STAMP=%ROOT%cli\target\distribution.stamp"
set "RUN=%ROOT%cli\target\distribution\bin\espalier.bat"
set "LOG=%ROOT%target\espalier-build.log"

if not exist "%STAMP%" goto build
if not exist "%RUN%" goto build
powershell -NoProfile -Command "$s=(Get-Item -LiteralPath $env:STAMP).LastWriteTime; $p=@('pom.xml','.mvn','samples','README.md','core\pom.xml','core\src\main','core-simd\pom.xml','core-simd\src\main','server\pom.xml','server\src\main','cli\pom.xml','cli\src\main','cli\src\assembly') | ForEach-Object { Join-Path $env:ROOT $_ } | Where-Object { Test-Path -LiteralPath $_ }; if (Get-ChildItem -LiteralPath $p -Recurse -Force | Where-Object { $_.LastWriteTime -gt $s } | Select-Object -First 1) { exit 1 }"
if errorlevel 1 goto build
goto run

:build
where mvn >nul 2>nul
if errorlevel 1 (
    echo espalier: Maven is needed to build and there is no mvn on the PATH; install Maven 3.8 or newer 1>&2
    exit /b 1
)
if not exist "%ROOT%target" mkdir "%ROOT%target"
echo espalier: building ^(about half a minute; the first time some minutes, to fetch what the build needs^) ... 1>&2
pushd "%ROOT%"
call mvn -q -B -ntp -Dmaven.test.skip=true -Dmaven.javadoc.skip=true -Dmaven.source.skip=true -Djacoco.skip=true -pl cli -am package <nul >"%LOG%" 2>&1
set "RESULT=%ERRORLEVEL%"
popd
if not "%RESULT%"=="0" (
    type "%LOG%" 1>&2
    echo espalier: the build failed; its log is above and in "%LOG%" 1>&2
    exit /b 1
)
echo espalier: built 1>&2

:run
if not defined ESPALIER_COMMAND set "ESPALIER_COMMAND=%~0"
call "%RUN%" %*
exit /b %ERRORLEVEL%
